import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import * as names from '../../stage/names.ts';
import type { StageSettings } from '../../stage/stages.ts';
import { metric, type Watched } from './metrics.ts';

/** Work that is late although nothing fails: schedules that do not run or do not keep up, and submissions that nobody takes. */

const HALF_AN_HOUR = 1800;
const SIX_HOURS = 6 * 3600;

const lateness = (stage: StageSettings) => {
  const { namespace, metricName } = names.lateWorkMetric(stage);
  return metric(namespace, metricName, {}, 'Maximum');
};

const submissionAge = (stage: StageSettings) => {
  const { namespace, metricName } = names.submissionAgeMetric(stage);
  return metric(namespace, metricName, {}, 'Maximum');
};

/** The graphs of the dashboard: seconds of the latest work, and of the oldest submission. */
export const lateWorkGraph = (stage: StageSettings) => [lateness(stage)];
export const submissionAgeGraph = (stage: StageSettings) => [submissionAge(stage)];

export const lateWorkAlarms = (stage: StageSettings): Watched[] => [
  {
    id: 'late-work',
    says: 'Work is due for over half an hour, and not begun, or nothing has measured for 15 minutes how late work is. Its schedule, or all of the stage, does not run, or does not keep up. The line "backlog" in the log of the schedules names the kind of work: look at the log of its schedule. Without such lines, look at EventBridge Scheduler (docs/operations).',
    metric: lateness(stage),
    urgent: true,
    above: HALF_AN_HOUR,
    // Three, so that one run that comes late, and leaves a period without a value, does not ring.
    periods: 3,
    missing: TreatMissingData.BREACHING,
  },
];

export const submissionAlarms = (stage: StageSettings): Watched[] => [
  {
    id: 'late-submissions',
    says: 'A document that was submitted has waited for over six hours to be delivered to the tax authority: the authority does not answer, or the connection of the company has ended. The log of the tasks has its company. Deliveries go on for ten hours; the law allows five days.',
    metric: submissionAge(stage),
    above: SIX_HOURS,
  },
];
