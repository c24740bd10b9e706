import { onCreation, type OutboxRoute } from '../../store/outbox.ts';
import type { SubmissionInput } from './submission.ts';

/** The intent to submit starts the state machine that sees the submission through. */
export const submissionRoute: OutboxRoute = {
  kind: 'submission',
  dispatches: onCreation(({ data }) => {
    const input = data as SubmissionInput;
    return [{ machine: 'submit-invoice', execution: input.submissionId, input }];
  }),
};
