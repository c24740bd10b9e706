import type { AreaDescriptions } from '../../model.ts';

/** The control file of a series and the decision on series; a part of the area `reports`. */

export const registers: AreaDescriptions = {
  operations: {
    'reports-control-file': {
      description: `Every number of a series whose document has a date of issue in the period, in order, with numbers that are missing: for an inspection. Each with its state,
partner, total, the authority's index and verdict, who cancelled it and why, what happened since it was given with each changed field from what to what, and whether the chains
of hashes hold against the newest anchors. CSV and PDF are in Romanian. At most 1,000 numbers: 422 for a longer period.

It needs \`invoice.view\` and \`series.view\` as well, of receipts \`payment.view\` too.`,
      parameters: {
        seriesId: 'Id of the series, of documents of any kind.',
        from: 'The first day of issue; by default the first of the month of `to`.',
        to: 'The last day of issue; by default today.',
        format: '`csv` or `pdf` for a file in Romanian.',
        decimals: '`comma`: decimal commas, and `;` between the cells of the CSV.',
      },
    },
    'reports-series-decision': {
      description: `The series of a year and the number with which each begins, for the internal decision on numbering (OMFP 2634/2015, annex 1, pct. 24); as a PDF in Romanian with
lines to fill in for what the service does not know.`,
      parameters: {
        year: 'The year, `YYYY`; by default the current one. From six years back to the next one.',
        format: '`pdf` for the decision to be signed.',
      },
    },
  },
  schemas: {
    ControlFile: {
      description: 'The control file of a series and a period.',
      fields: {
        seriesId: 'Id of the series.',
        prefix: 'Its prefix.',
        year: 'Its year; null without one.',
        type: 'The kind of documents that it numbers.',
        from: 'The first day of the period.',
        to: 'The last day.',
        chainHolds: 'Whether nothing was found.',
        problems: 'Findings about the series as a whole.',
        anchors: 'The anchors with which the chains were compared: the newest ones, at most 31.',
        'anchors.count': 'How many.',
        'anchors.first': 'Day of the oldest of them; null without any.',
        'anchors.last': 'Day of the newest.',
        'anchors.upTo': 'The last number of the series that the newest covers; null for none.',
        counterChanges: 'Changes of the counter by users, newest first, at most 100.',
        numbers: 'The numbers in order.',
      },
    },
    ControlFileNumber: {
      description: 'A number of the series, or a range of numbers that no document has.',
      fields: {
        sequence: 'The number in its series.',
        lastSequence: 'The last number of a range that is missing; otherwise the same.',
        number: 'The printed number; of a range the first and the last.',
        state:
          '`issued`: in force; `draft`: can be changed, with its number; `removed`: after its retention; `gone`: its document is lost or cannot be read; `missing`: never taken.',
        status: 'Status of the document; null without one.',
        documentId: 'Id of the document; null for what is missing.',
        issueDate: 'Its date of issue.',
        numberedAt: 'When the number was given.',
        numberedBy: 'By whom.',
        partner: 'The client.',
        'partner.name': 'Its name.',
        'partner.cif': 'Its tax number, never that of a person.',
        parentNumber: 'Number of the document that it takes back or corrects; null for none.',
        currency: 'Currency by ISO 4217.',
        total: 'Total with VAT.',
        taxauth: 'What was sent to the authority: the e-invoice, or the declaration of the transport; null when nothing was.',
        'taxauth.status': 'Its status.',
        'taxauth.uploadIndex': "The authority's index.",
        'taxauth.uit': 'Identifier of the transport; null for invoices.',
        cancelled: 'Of a cancelled document; null otherwise.',
        'cancelled.at': 'When.',
        'cancelled.by': 'Who.',
        'cancelled.reason': 'Why.',
        removedAt: 'When the document was deleted or removed; null otherwise.',
        counterChanges: 'Of a range that is missing: the changes of the counter that left it out.',
        history: 'What happened since the number was given, in order; without mails, files, readers and payments.',
        'history.at': 'When.',
        'history.type': 'Kind of the entry of the timeline.',
        'history.status': 'The status that it led to; null for none.',
        'history.by': 'Who; null where nobody is known.',
        'history.details': 'What happened.',
        'history.reason': 'Reason of a cancellation or refusal.',
        'history.changes': 'The fields that a change changed, at most 50, long texts in part.',
        'history.changes.field': 'Path of the field.',
        'history.changes.from':
          'Its value before as text, other values as JSON; null for none. Contact data of the client are `***`.',
        'history.changes.to': 'Its value after.',
        'history.moreChanges': 'Number of changed fields beyond these.',
        problems: 'Findings of the audit.',
        notes: 'What is unusual, such as a date before that of the number before.',
      },
    },
    SeriesCounterChange: {
      description: 'A change of the counter of a series by a user.',
      fields: {
        from: 'The last number before.',
        to: 'The last number after it.',
        reason: 'Why; null for one without a reason.',
        by: 'Who changed it.',
        at: 'When.',
      },
    },
    SeriesDecision: {
      description: 'The series of a year and their first numbers.',
      fields: {
        year: 'The year.',
        madeOn: 'Today.',
        series: 'By kind of documents, then by age.',
        'series.seriesId': 'Id of the series.',
        'series.type': 'The kind of documents that it numbers.',
        'series.name': 'Its name.',
        'series.prefix': 'Its prefix.',
        'series.year': 'Its own year; null without one.',
        'series.firstNumber': 'The first number of the year; of a series without one yet, its next number.',
        'series.firstNumberFormatted': 'The same as printed.',
        'series.isUsed': 'Whether a document of the year has it.',
      },
    },
  },
};
