import { RECORD_STATUSES } from '../../../infra/local/status-recorder.ts';
import { WholeRun } from './whole-run.ts';

/**
 * At the end of a run of the whole suite, prints how many of the documented statuses of all operations a test has observed, and the rest.
 * With `RECORD_STATUSES=<folder>` for both, `npm run test:long` after `npm test` prints what the two have observed together; with
 * `REQUIRE_STATUSES=1` a run fails if one is missing then.
 */
export default class ObservedStatuses extends WholeRun {
  constructor() {
    super(RECORD_STATUSES, 'print-observed-statuses.ts');
  }
}
