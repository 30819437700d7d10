import { AlarmRule, CompositeAlarm } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import type { Configuration } from "../configuration.ts";
import { BurnWindows, type Measured, shareOfFailures } from "./burn-windows.ts";
import { type Objective, shareAt, slowBurn } from "./objectives.ts";
import { type AlarmText, described, ServiceAlarm } from "./service-alarm.ts";

export interface ObjectiveAlarmsProps extends Omit<AlarmText, "name"> {
  configuration: Configuration;
  objective: Objective;
  measured: Measured;
}

/** A page at the rate of the fast burn, and a ticket at that of the slow one. */
export class ObjectiveAlarms extends Construct {
  /** The page. */
  readonly alarm: CompositeAlarm;
  readonly objective: Objective;
  readonly measured: Measured;

  constructor(scope: Construct, id: string, props: ObjectiveAlarmsProps) {
    super(scope, id);
    const { configuration, objective, measured, ...text } = props;
    this.objective = objective;
    this.measured = measured;
    const { alarmName, alarmDescription, notify } = described(this, configuration, {
      ...text,
      name: "fast burn",
    });
    const windows = BurnWindows.within(this);
    const names = windows.watch(alarmName, objective, measured);
    this.alarm = new CompositeAlarm(this, "FastBurn", {
      compositeAlarmName: alarmName,
      alarmDescription,
      // By name: the alarms are in another template.
      alarmRule: AlarmRule.fromString(names.map((name) => `ALARM("${name}")`).join(" AND ")),
    });
    this.alarm.node.addDependency(windows);
    notify(this.alarm);
    new ServiceAlarm(this, "SlowBurn", {
      ...text,
      configuration,
      name: "slow burn",
      metric: shareOfFailures(measured, slowBurn.window),
      above: shareAt(slowBurn.rate, objective),
      periods: 1,
      of: 1,
    });
  }
}
