import { expect, test } from "vitest";
import { type CertificateFacts, judgeCertificates } from "../../../core/operations/certificates.ts";

const nowMs = Date.parse("2030-01-01T00:00:00.000Z");
const inDays = (days: number) => new Date(nowMs + days * 86_400_000).toISOString();

const issued: CertificateFacts = {
  domain: "count.example.com",
  status: "ISSUED",
  notAfter: inDays(200),
  renews: true,
  renewal: undefined,
};

test.each<[string, Partial<CertificateFacts>, string]>([
  ["far from its end", {}, "fine"],
  ["imported and far from its end", { renews: false, notAfter: inDays(61) }, "fine"],
  ["imported and near its end", { renews: false, notAfter: inDays(60) }, "warning"],
  ["imported and at its end", { renews: false, notAfter: inDays(30) }, "critical"],
  ["soon renewed", { notAfter: inDays(31) }, "fine"],
  ["late to be renewed", { notAfter: inDays(30) }, "critical"],
  ["in a renewal that works", { notAfter: inDays(45), renewal: "PENDING_AUTO_RENEWAL" }, "fine"],
  ["in a renewal that waits", { notAfter: inDays(45), renewal: "PENDING_VALIDATION" }, "warning"],
  ["in a renewal that failed", { notAfter: inDays(10), renewal: "FAILED" }, "critical"],
  ["at its last moment", { notAfter: inDays(0) }, "critical"],
  ["over", { notAfter: inDays(-1), renews: false }, "critical"],
  ["not issued yet", { status: "PENDING_VALIDATION", notAfter: undefined }, "critical"],
  ["revoked", { status: "REVOKED" }, "critical"],
])("a certificate that is %s", (_case, changed, severity) => {
  const findings = judgeCertificates([{ ...issued, ...changed }], nowMs);
  expect(findings.map((finding) => finding.severity)).toEqual([severity]);
});

test("of several certificates each one that is wrong is named", () => {
  const old = { ...issued, domain: "old.example.com", notAfter: inDays(-3) };
  expect(judgeCertificates([issued, old], nowMs).map(({ sentence }) => sentence)).toEqual([
    "the certificate of old.example.com is EXPIRED",
  ]);
});

test("without own domains all is fine", () => {
  expect(judgeCertificates([], nowMs)).toMatchObject([{ severity: "fine" }]);
});
