import type { OutboxRoute } from '#shared/platform/store/outbox.ts';
import type { TransportRecord, TransportTask } from './record.ts';

/**
 * Starts the state machine that sends a message and waits for the authority's answer, for each new message of a record. The
 * execution is named by the id of the message, so it starts only once.
 */
export const transportRoute: OutboxRoute = {
  kind: 'transport',
  dispatches({ before, after }) {
    const record = after?.['data'] as TransportRecord | undefined;
    const known = new Set((before?.['data'] as TransportRecord | undefined)?.messages.map(({ id }) => id));
    if (!record) return [];
    const started = record.messages.filter(({ id, state }) => state === 'waiting' && !known.has(id));
    return started.map(({ id: messageId }) => {
      const input: TransportTask = { companyId: record.companyId, recordId: record.id, messageId };
      return { machine: 'submit-transport', execution: messageId, input };
    });
  },
};
