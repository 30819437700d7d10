import { expect, test } from "vitest";
import { everySetting, resources, template, withMail } from "./synthesized.ts";

const idsOf = (settings: Record<string, string>) =>
  Object.keys(template(settings).toJSON().Resources)
    // A version's id ends with a hash of its variables, too.
    .map((id) => id.replace(/(?<=CurrentVersion\w{8})[\da-f]{32}$/, ""));

test("without mailFrom nothing of notices exists, and with it nothing else is added", () => {
  const { sesIdentityArn } = withMail;
  const without = idsOf({ sesIdentityArn });
  const added = idsOf(withMail).filter((id) => !without.includes(id));
  expect(without.filter((id) => /notice/i.test(id))).toEqual([]);
  // The page that the links of mails lead to.
  const page = expect.stringMatching(/^ConsoleSurfaceRouteANYunsubscribe/);
  expect(added.filter((id) => !/^(Tables)?Notices/.test(id))).toEqual([page]);
  // What others will add for notices has to stay within 440, too.
  expect(added).toHaveLength(31);
  expect(idsOf(everySetting).length).toBeLessThanOrEqual(440);
});

test("what counts, sends webhooks and evaluates alerts is the same with mailFrom, and so is every table", () => {
  const [without, mailing] = [{ sesIdentityArn: withMail.sesIdentityArn }, withMail].map(
    (settings) => template(settings).toJSON().Resources,
  );
  const changed = Object.keys(without).filter(
    (id) => JSON.stringify(without[id]) !== JSON.stringify(mailing[id]),
  );
  const known = /^(ConsoleSurface|LostRecords|StreamThrottles|EveryMinuteSchedule|Dashboard)/;
  expect(changed.filter((id) => !known.test(id))).toEqual([]);
});

test("mail is sent from one address of one identity, and nobody else may send", () => {
  const roles = Object.entries(resources("AWS::IAM::Role", template(withMail)));
  const sending = roles.filter(([, role]) => JSON.stringify(role).includes("ses:"));
  expect(sending.map(([id]) => id)).toEqual(["NoticesSendNoticesRole"]);
  expect(JSON.stringify(sending)).toContain(
    '{"Action":"ses:SendEmail","Condition":{"StringEquals":{"ses:FromAddress":"counts@example.com"}},' +
      '"Effect":"Allow","Resource":"arn:aws:ses:eu-west-1:123456789012:identity/example.com"}',
  );
});
