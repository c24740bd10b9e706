import { Duration } from 'aws-cdk-lib';
import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import * as names from '../../stage/names.ts';
import type { StageSettings } from '../../stage/stages.ts';
import { metric, type Watched } from './metrics.ts';

/**
 * Alarms on what the tax authority does: nobody calls this service while it is away, since schedules submit documents and try again by
 * themselves, and rejected documents look like work that is done.
 */

/** Fewer of them say nothing: one document with a mistake, or one connection that broke. */
const LEAST_FAILURES = 3;
const LEAST_REJECTIONS = 5;

const HALF = 50;

const counted = ({ namespace, metricName }: { namespace: string; metricName: string }, period: Duration): Metric =>
  metric(namespace, metricName, {}, 'Sum').with({ period });

/** Per cent of the calls in a quarter of an hour that got no usable answer; 0 while these are few. */
const failedCalls = (stage: StageSettings): MathExpression => {
  const period = Duration.minutes(15);
  return new MathExpression({
    expression: `IF(failed >= ${LEAST_FAILURES}, 100 * failed / calls, 0)`,
    usingMetrics: {
      failed: counted(names.authorityCallsMetric(stage, 'failed'), period),
      calls: counted(names.authorityCallsMetric(stage, 'made'), period),
    },
    label: 'Calls of the tax authority that failed, per cent',
    period,
  });
};

/** Per cent of the verdicts in an hour that were rejections, or of documents without an answer; 0 while these are few. */
const rejections = (stage: StageSettings): MathExpression => {
  const period = Duration.hours(1);
  return new MathExpression({
    // In an hour without a validated document its metric has no value.
    expression: `IF(rejected >= ${LEAST_REJECTIONS}, 100 * rejected / (rejected + FILL(validated, 0)), 0)`,
    usingMetrics: {
      rejected: counted(names.invoicesMetric(stage, 'rejected'), period),
      validated: counted(names.invoicesMetric(stage, 'validated'), period),
    },
    label: 'Documents that were rejected, per cent of the verdicts',
    period,
  });
};

export const authorityAlarms = (stage: StageSettings): Watched[] => [
  {
    id: 'authority-unavailable',
    says: 'Over half of the calls of the tax authority within 15 minutes got no usable answer: it is away, or this stage is cut off from it. Documents wait and are tried again (docs/operations/tax-authority.md, The tax authority is away).',
    metric: failedCalls(stage),
    above: HALF,
  },
  {
    id: 'submissions-rejected',
    says: 'The tax authority rejected over half of the documents within an hour, or left them without an answer: its rules may have changed, or a new version makes documents that break them (docs/operations/tax-authority.md, The tax authority is away).',
    metric: rejections(stage),
    above: HALF,
  },
];
