import { onCreation, type OutboxRoute } from '#shared/platform/store/outbox.ts';
import type { SubmissionInput } from './submission.ts';

/** Starts the state machine of a submission when its intent is stored. */
export const submissionRoute: OutboxRoute = {
  kind: 'submission',
  dispatches: onCreation(({ data }) => {
    const input = data as SubmissionInput;
    return [{ machine: 'submit-invoice', execution: input.submissionId, input }];
  }),
};
