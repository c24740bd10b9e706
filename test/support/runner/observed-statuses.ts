import { RECORD_STATUSES } from '../../../infra/local/recorders/status-recorder.ts';
import { WholeRun } from './whole-run.ts';

/**
 * At the end of `npm run test:all`, prints how many of the documented statuses of all operations a test has observed, and fails the run if
 * one is missing.
 */
export default class ObservedStatuses extends WholeRun {
  constructor() {
    super(RECORD_STATUSES, 'print-observed-statuses.ts');
  }
}
