import type { AreaDescriptions } from '../model.ts';

export const sync: AreaDescriptions = {
  operations: {
    'sync-trigger': {
      description: `Begins to fetch messages and documents from the tax authority in the background. Received invoices are stored as \`synced\`, with their
supplier, who is added if it is new; documents of the company that are known already are not stored twice. Sends \`invoice.created\` for
each new document, and \`sync.completed\` or \`sync.failed\` at the end.

409 while a run is in progress; 422 without a valid connection to the authority for the tax number of the company; 429 with \`retryAfter\`
in seconds before the interval of the plan has passed since the last run, and while a limit of the authority is reached.`,
      responses: { 202: 'The run has begun.' },
    },
    'sync-status': `Whether documents are fetched automatically, how often, and when they last were.`,
    'sync-log': {
      description: `The last 50 messages of the tax authority that were processed, and the runs that failed, newest first.`,
      fields: {
        invoiceId: 'Id of the document; null: none was stored.',
        cif: 'Tax number of the other party, of a failed run that of the company; null: not known.',
        syncedAt: 'When the message was processed, or the run failed.',
        status: '`skipped`: there was nothing to store; `failed`: it could not be read or fetched.',
        error: 'Why it failed; null where it did not.',
      },
    },
  },
  schemas: {
    SyncInput: {
      description: 'Body of a synchronization.',
      fields: {
        days: `Days to look back, 1 to 60. By default 10, in the first run \`syncDaysBack\` of the company. If the last run was longer ago, all days
since then are covered, up to 60.`,
      },
    },
    SyncStarted: {
      description: 'A synchronization that has begun.',
      fields: { message: 'What was done, for people.', syncId: 'Id of the run; the webhooks at its end have it.' },
    },
    SyncStatus: {
      description: 'The synchronization with the tax authority.',
      fields: {
        enabled: 'Whether documents are fetched automatically.',
        lastSync: 'Up to when documents were fetched by the last successful run; null: never.',
        tokenValid: 'Whether the company has a valid connection to the authority.',
        syncInterval: 'How often they are fetched: by the plan, or `manual` while the automatic runs are switched off.',
        running: 'Whether a run is in progress.',
        lastError: 'Why the last run failed; null when it succeeded.',
        lastErrorAt: 'When it failed; null when it succeeded.',
      },
    },
  },
};
