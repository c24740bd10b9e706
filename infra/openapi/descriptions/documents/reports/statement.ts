import type { AreaDescriptions } from '../../model.ts';

/** Statements of account and their mails; a part of the area `reports`. */

const STATEMENT = {
  clientId: 'Id of the client; either this or `supplierId`.',
  supplierId: 'Id of the supplier.',
  date: 'The day; today by default. Not in the future, and within the last 60 months.',
  language: 'Language of the PDF and the mail: `ro` or `en`. By default `ro` for a partner in Romania, else `en`.',
};

export const statement: AreaDescriptions = {
  operations: {
    'reports-statement': {
      description: `What is open at the end of a day on the documents of a client or supplier, with balances by currency; as a PDF that asks the partner to confirm the
balance. What was settled after the day was open. Self-billed documents are in the account of the other role, so they are not in the statement of a client.`,
      parameters: { ...STATEMENT, format: '`pdf` for the printed statement.' },
    },
    'reports-statement-email': {
      description: `Mails the PDF of the statement to the client or supplier; opens and clicks are tracked as \`mailTracking\` of the company says. The mail is put into a
queue, and the answer comes at once; the webhook events of mails report whether it arrives. The PDF has what is known of the day when the mail is sent.

It needs \`report.view\` as well.

422 for an address that complained about earlier mails or unsubscribed, to which mails bounced, or whose owner had its use restricted, and without an address; 429 above
100 recipients an hour for the whole organization.`,
      responses: { 200: 'The mail was accepted.' },
    },
  },
  schemas: {
    StatementOfAccount: {
      description:
        'The open documents and balances of a client or supplier at a day. Amounts are negative for what is owed back.',
      fields: {
        date: 'The day.',
        language: 'Language of its PDF.',
        clientId: 'Id of the client; null for a supplier.',
        supplierId: 'Id of the supplier; null for a client.',
        partner: 'The client or supplier, as its record has it.',
        'partner.name': 'Its name.',
        'partner.cif': 'Its tax number.',
        'partner.country': 'Its country by ISO 3166-1.',
        documents: 'Documents with something open, by date of issue.',
        'documents.documentId': 'Id of the document; null for one of an opening balance.',
        'documents.number': 'Its number.',
        'documents.issueDate': 'Its date of issue.',
        'documents.dueDate': 'Its due date; null without one.',
        'documents.currency': 'Its currency by ISO 4217.',
        'documents.total': 'The amount to pay.',
        'documents.settled': 'What was paid and credited up to the day.',
        'documents.open': 'What was open at its end.',
        balances: 'Sums by currency, lei first.',
        'balances.currency': 'The currency by ISO 4217.',
        'balances.open': 'What was open.',
        'balances.overdue': 'What of it was due before the day.',
        leftOut: 'What is not counted, as texts.',
      },
    },
    StatementEmailRequest: {
      description: 'Body of a mail with a statement of account.',
      fields: {
        ...STATEMENT,
        to: 'Address of the recipient; by default that of the record of the client or supplier.',
        subject:
          'Subject, at most 255 characters, by default one of the service. `[[client_name]]`, `[[statement_date]]`, `[[balance]]` and `[[company_name]]` are filled in.',
        body: 'Text, at most 20,000 characters, with the same variables.',
      },
    },
  },
};
