import { RECORD_ACTIONS } from '../../../infra/local/recorders/action-recorder.ts';
import { WholeRun } from './whole-run.ts';

/**
 * At the end of a run of the whole suite, prints everything that functions declare to use and no call of theirs has needed, and fails the run if
 * there is one. The other direction is checked while tests run: the local runtime refuses what is not granted (infra/local/policy).
 */
export default class UnusedGrants extends WholeRun {
  constructor() {
    super(RECORD_ACTIONS, 'print-unused-grants.ts');
  }
}
