import { RECORD_PRIVILEGES } from '../../../infra/local/policy/privilege-recorder.ts';
import { WholeRun } from './whole-run.ts';

/**
 * At the end of a run of the whole suite, prints every word of `uses` that no call of its function has needed, and fails the run if
 * there is one. The other direction is checked while tests run: the local runtime refuses what is not granted (infra/local/policy).
 */
export default class UnusedGrants extends WholeRun {
  constructor() {
    super(RECORD_PRIVILEGES, 'print-unused-grants.ts');
  }
}
