import { PAGE_FIELDS } from '../common.ts';
import type { AreaDescriptions } from '../model.ts';

export const deadlines: AreaDescriptions = {
  operations: {
    'deadlines-list': {
      description: `What is due in the companies of the caller, in all of their organizations, by the names of the companies: documents that have to be sent to
the tax authority, documents that it has rejected, unpaid sales, connections that end, and synchronizations that have failed for long.
Sandbox companies are left out, and so are companies whose reports the caller may not see.`,
    },
  },
  schemas: {
    DeadlinesPage: {
      description: 'What is due in the companies of a page.',
      fields: { ...PAGE_FIELDS, data: 'The companies.', date: 'The day for which this is said: today in Romania.' },
    },
    CompanyDeadlines: {
      description: 'What is due in a company.',
      fields: {
        company: 'The company.',
        'company.id': 'Its id.',
        'company.name': 'Its name.',
        'company.cif': 'Its tax number.',
        dueThisWeek: 'Documents that have to be sent to the tax authority between today and the sixth day after it.',
        late: 'Documents that should have been sent before today.',
        rejected: 'Documents that the tax authority has rejected, or that could not be sent. They may be late as well.',
        unpaid: 'What clients owe the company, by currency.',
        'unpaid.currency': 'Currency by ISO 4217.',
        'unpaid.count': 'Number of documents with an open balance.',
        'unpaid.total': 'Sum of the open balances.',
        'unpaid.byAge': 'Their sums by days after the due date; `current` is not overdue, or without a due date.',
        'unpaid.byAge.current': 'Not overdue.',
        'unpaid.byAge.upTo30': 'Overdue for 1 to 30 days.',
        'unpaid.byAge.upTo60': 'Overdue for 31 to 60 days.',
        'unpaid.byAge.upTo90': 'Overdue for 61 to 90 days.',
        'unpaid.byAge.over90': 'Overdue for more than 90 days.',
        connection: 'The connection to the tax authority.',
        'connection.expiresAt': 'When it ends or has ended; null: there never was one.',
        'connection.daysLeft': 'Days until then, negative after it; null without a connection.',
        'connection.isEnding': 'Whether it ends within 30 days, or has ended.',
        sync: 'The synchronization with the tax authority.',
        'sync.enabled': 'Whether documents are fetched automatically.',
        'sync.lastSyncedAt': 'When they last were; null: never.',
        'sync.days': 'Days since then, or since the company was added; null if they are not fetched automatically.',
        'sync.isStale': 'Whether that is 30 days or more: the authority keeps messages for 60 days.',
      },
    },
    DeadlineGroup: {
      description: 'Documents of a company for which the same is due.',
      fields: {
        count: 'Number of all of them.',
        documents: 'The first 20, by date of issue, the oldest first.',
        'documents.id': 'Id of the invoice or credit note.',
        'documents.number': 'Its number.',
        'documents.status': 'Its status.',
        'documents.issueDate': 'Its date of issue.',
        'documents.clientName': 'Name of the buyer.',
        'documents.taxauthDeadline':
          'The last day on which it can be sent to the tax authority in time; null: it need not be sent.',
      },
    },
  },
};
