import { Duration } from 'aws-cdk-lib';
import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import * as names from '../../stage/names.ts';
import type { StageSettings } from '../../stage/stages.ts';
import { metric, type Watched } from './metrics.ts';

/**
 * Service level objectives that are shares of work that is done well (docs/operations/slo.md). Those that are times have alarms elsewhere:
 * `late-submissions` and `queues-delayed`.
 */

/** Per cent of the work of 30 days that is to be done well. */
export const OBJECTIVES = { issue: 99.9, mails: 99.5 } as const;

/**
 * An hour with this many times the failures that the objective allows uses up 2 % of the error budget of 30 days
 * (The Site Reliability Workbook, "Alerting on SLOs").
 */
export const BURN_RATE = 14.4;

/** Fewer of them in an hour say nothing: one failure would be over a tenth. */
const LEAST = 10;

const HOUR = Duration.hours(1);

const ours = ({ namespace, metricName }: { namespace: string; metricName: string }): Metric =>
  metric(namespace, metricName, {}, 'Sum').with({ period: HOUR });

/** Per cent of `all` that failed; 0 while they are few. Both are expressions, of metrics that have no value in hours without any. */
const share = (label: string, all: string, failed: string, usingMetrics: Record<string, Metric>): MathExpression =>
  new MathExpression({ expression: `IF(${all} >= ${LEAST}, 100 * ${failed} / (${all}), 0)`, usingMetrics, label, period: HOUR });

/** The shares of failures by the hour, per cent, for the dashboard. */
export const failureShares = (stage: StageSettings) => ({
  issue: share('Issues that failed, per cent', 'issues', 'FILL(issuesFailed, 0)', {
    issues: ours(names.answersMetric(stage, 'issues')),
    issuesFailed: ours(names.answersMetric(stage, 'issues-failed')),
  }),
  // SES counts those that it took, of the whole account; a mail that failed is none of them.
  mails: share('Mails that failed, per cent', 'FILL(sent, 0) + FILL(mailsFailed, 0)', 'FILL(mailsFailed, 0)', {
    sent: metric('AWS/SES', 'Send', {}, 'Sum').with({ period: HOUR }),
    mailsFailed: ours(names.failedMailsMetric(stage)),
  }),
});

/** The failures of an hour, in per cent, above which the error budget is used up too fast. */
const mostPerCent = (of: keyof typeof OBJECTIVES): number => Math.round((100 - OBJECTIVES[of]) * BURN_RATE * 100) / 100;

export const objectiveAlarms = (stage: StageSettings): Watched[] => [
  {
    id: 'slo-issue',
    says: `Over ${mostPerCent('issue')} % of the requests to issue within an hour failed: the error budget of a month lasts two days. Look for "request failed" in the log of the invoices (docs/operations/slo.md, What to do).`,
    metric: failureShares(stage).issue,
    urgent: true,
    above: mostPerCent('issue'),
  },
  {
    id: 'slo-mails',
    says: `Over ${mostPerCent('mails')} % of the mails within an hour failed all their tries: the error budget of a month lasts two days (docs/operations/slo.md, What to do).`,
    metric: failureShares(stage).mails,
    above: mostPerCent('mails'),
  },
];
