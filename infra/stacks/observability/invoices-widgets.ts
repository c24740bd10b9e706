import { Duration } from 'aws-cdk-lib';
import { GraphWidget, type IWidget, MathExpression, type Metric, SingleValueWidget } from 'aws-cdk-lib/aws-cloudwatch';
import * as names from '../../stage/names.ts';
import type { StageSettings } from '../../stage/stages.ts';
import { metric } from './metrics.ts';

/** The top of the dashboard: what invoicing has done. Alarms say what failed; these say that something happens at all. */

/** Labels of the steps, in the order of a document's life. */
const STEPS: Record<names.InvoiceStep, string> = {
  issued: 'Numbers issued',
  submitted: 'Submitted to the authority',
  validated: 'Validated by the authority',
  rejected: 'Rejected, or without an answer',
};

const counted = (stage: StageSettings): Metric[] =>
  (Object.keys(STEPS) as names.InvoiceStep[]).map(step => {
    const { namespace, metricName } = names.invoicesMetric(stage, step);
    return metric(namespace, metricName, {}, 'Sum').with({ label: STEPS[step], period: Duration.hours(1) });
  });

/**
 * Sums of the time that the dashboard shows, and a line by the hour. An hour in which nothing was counted is drawn as 0 and not left out: a
 * line that falls to 0 on a working day is a stop that no alarm has noticed.
 */
export const invoicesWidgets = (stage: StageSettings): IWidget[] => [
  new SingleValueWidget({
    title: 'Invoices and credit notes in the time shown',
    metrics: counted(stage),
    setPeriodToTimeRange: true,
    width: 12,
    height: 6,
  }),
  new GraphWidget({
    title: 'Invoices and credit notes by the hour',
    left: counted(stage).map(
      (one, place) =>
        new MathExpression({
          expression: `FILL(step${place}, 0)`,
          usingMetrics: { [`step${place}`]: one },
          label: one.label ?? '',
          period: Duration.hours(1),
        }),
    ),
    width: 12,
    height: 6,
  }),
];
