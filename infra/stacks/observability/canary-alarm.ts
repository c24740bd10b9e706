import { Duration } from 'aws-cdk-lib';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import * as names from '../../stage/names.ts';
import type { StageSettings } from '../../stage/stages.ts';
import { ofFunction, type Watched } from './metrics.ts';

/**
 * Minutes beyond the time from one run to the next: a run that comes late leaves no gap, and the repetitions of one that failed, after one minute and
 * after two more, are over.
 */
const BEYOND_MINUTES = 15;

/**
 * Rings when no run has passed in the time of one run: all have failed, or there was none. `Errors` of a run is 0 or 1, so the least of them is 0 once
 * one has passed. The metric is Lambda's own, which is not charged.
 */
export const canaryAlarms = (stage: StageSettings): Watched[] =>
  stage.canary
    ? [
        {
          id: 'canary-failed',
          says: `No run of the canary has passed for ${stage.canary.everyMinutes + BEYOND_MINUTES} minutes: invoices cannot be issued, validated or mailed, or webhooks do not arrive; or the canary does not run. Its log says which (docs/operations/canary.md, What it found).`,
          metric: ofFunction(stage, names.CANARY.run, 'Errors', 'Minimum').with({
            period: Duration.minutes(stage.canary.everyMinutes + BEYOND_MINUTES),
          }),
          urgent: true,
          above: 0,
          missing: TreatMissingData.BREACHING,
        },
      ]
    : [];
