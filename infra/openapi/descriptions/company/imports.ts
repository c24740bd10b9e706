import type { AreaDescriptions } from '../model.ts';

export const imports: AreaDescriptions = {
  operations: {
    'imports-create': {
      description: `Previews a CSV file of another program: what would come of each row, with what is wrong with it by column. Nothing is stored. The same request with
\`confirm\`, the \`confirmation\` of the preview, stores what the preview showed, each record in a transaction of its own; 409 \`preview_changed\` when something else would come of it by now. What
the company has already is skipped, never overwritten.

Cells are separated by commas, semicolons or tabs; the first line names the columns: for clients and products the fields of their creation, where \`vatRate\` may be the name of a rate; for opening
balances \`role\` (\`client\` or \`supplier\`), \`cif\`, \`code\`, \`name\`, \`balanceDate\`, \`currency\`, \`exchangeRate\`, \`number\`, \`issueDate\`, \`dueDate\`, \`amount\`; for documents, invoices that the company issued with the other program, \`number\`, \`cif\`, \`code\`, \`name\`, \`issueDate\`, \`dueDate\`, \`taxPointDate\`,
\`currency\`, \`exchangeRate\`, \`tvaLaIncasare\`, \`description\`, \`notes\`, \`paidAmount\`, \`paidDate\`, \`correctedNumber\` and \`correctedDate\` of what a negative one takes back, and up to four VAT groups: \`base\`, \`rate\`, \`vat\`, \`category\`, then \`base2\` and so on. Besides, the permission to enter one is needed:
\`client.create\`, \`product.create\`, \`client.edit\`, \`invoice.create\`.`,
      responses: { 200: 'The preview, or what came of each row.' },
    },
  },
  schemas: {
    ImportInput: {
      description: 'A file of another program.',
      fields: {
        kind: 'What its rows are.',
        csv: 'The file: names of columns in its first line, at most 500 rows.',
        confirm: 'The `confirmation` of the preview of this file; without it nothing is stored.',
      },
    },
    ImportResult: {
      description: 'What came, or would come, of a file.',
      fields: {
        kind: 'What its rows are.',
        stored: 'Whether this was no preview.',
        confirmation: 'What to send as `confirm`, to store what is shown or what was left unfinished; null when all was done.',
        rows: 'Its rows in their order.',
        'rows.line': 'The line of the file in which the row ends.',
        'rows.outcome': '`skipped`: it is there already; `unfinished`: send the file again.',
        'rows.name': 'How people know it; null if the row does not say.',
        'rows.id': 'Id of the record that was made, or was there already; null without one.',
        'rows.message': 'Why it was not stored; null otherwise.',
        'rows.errors': 'What is wrong with its cells.',
        'rows.warnings': 'What to look at.',
        made: 'Number of rows that were stored, or would be.',
        skipped: 'Number of rows that were there already.',
        refused: 'Number of rows that were refused.',
        unfinished: 'Number of rows that there was no time for.',
        sums: 'The sums of new opening balances; empty for other files.',
        'sums.role': 'Whether clients owe it, or suppliers are owed.',
        'sums.currency': 'The currency.',
        'sums.amount': 'The sum.',
        'sums.balances': 'Number of balances.',
      },
    },
    CellError: {
      description: 'What is wrong with a cell of a file.',
      fields: { column: 'Name of the column, or field of the record.', message: 'What to change.' },
    },
  },
};
