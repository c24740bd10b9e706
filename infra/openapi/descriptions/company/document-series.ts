import { RECORD_FIELDS } from '../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const details: FieldDescriptions = {
  name: 'Name of the series, for people; by default the prefix without a separator at its end.',
  currentNumber: 'The last number that was used; 0 before the first document.',
  nextNumber: 'The number of the next document: `currentNumber` + 1.',
  active: 'Whether documents can be numbered from it; by default true.',
  isDefault:
    'Whether it numbers documents that name no series. One active series of each type is the default: the first one, until another is made so.',
};

const start: FieldDescriptions = {
  prefix: `The text before the numbers: letters, digits, \`-\`, \`/\`, \`.\`, \`_\` and spaces, with at least one letter or digit. A separator at its
end is not printed twice: with the prefix \`CN-\`, the year 2026 and the number 5, a document is \`CN-2026-005\`.`,
  type: 'Kind of documents that it numbers.',
  year: 'Year in the numbers, 2000 to 2100; null: none. Numbers do not begin again with a year: add a series for each year.',
};

const given: FieldDescriptions = {
  currentNumber: 'The last number that is taken, 0 to 999,999,999; by default 0. `nextNumber` says the same.',
  nextNumber: 'The number of the next document, from 1. With `currentNumber`, it must be one more.',
};

const uuid = { uuid: 'Id of the series.' };

const edge = (what: string): FieldDescriptions => ({
  [what]: `The ${what} number of the whole series; null: no document has a number.`,
  [`${what}.sequence`]: 'The number.',
  [`${what}.number`]: 'The number as printed.',
  [`${what}.invoiceId`]: 'Id of the document.',
  [`${what}.hash`]: 'Hash over all numbers up to this one. If an earlier report has another one, the series was changed since.',
});

export const documentSeries: AreaDescriptions = {
  operations: {
    'document-series-list': {
      description: `The series of the company by type, then by prefix.`,
      parameters: {
        type: 'Only series for this kind of documents.',
        active: 'Only series that are (`true`) or are not (`false`) active.',
      },
    },
    'document-series-create': {
      description: `Adds a series. \`prefix\` and \`type\` are required. The first active series of a type becomes the default; a new default takes the place
of the old one.

422 if a series of the type prints the same numbers already, for an inactive default, and for numbers that do not agree.`,
      responses: { 201: 'The series was added.' },
    },
    'document-series-get': { description: `The series with the number of its next document.`, parameters: uuid },
    'document-series-update': {
      description: `Changes the fields that are sent, at least one. Prefix, type and year cannot be changed, and the number cannot be set below the highest
one that was used (422). The numbers that a raised number skips stay unused, so raising it needs a \`reason\` (422), which the audit of the
series shows with who raised it. When the default is made inactive, or no longer the default,
the oldest active series of the type takes its place.`,
      parameters: uuid,
    },
    'document-series-set-default': {
      description: `Makes the series the default of its type, in place of the old one. 409 if it is inactive.`,
      parameters: uuid,
    },
    'document-series-remove': {
      description: `Removes a series that no document uses; otherwise 409: make it inactive instead.`,
      parameters: uuid,
      responses: { 204: 'The series was removed.' },
    },
    'document-series-audit': {
      description: `Checks the numbers of a series: whether some are missing or used twice, which documents were cancelled or removed, and whether the
documents and their timelines are unchanged since. It follows the chain of hashes that each number continues, and compares it with the
anchors: files that are made each day and kept outside of the database.

One request checks up to 1,000 numbers and 31 anchors; \`next\` and \`anchors.next\` say where to go on. With \`format=csv\`, the answer is a
file with one row for each number. 429 after 600 audits of the
company, or above 60 a minute in the long run.`,
      parameters: {
        ...uuid,
        format: 'Form of the answer; by default `json`.',
        from: 'First number to check; by default 1.',
        to: 'Last number to check; by default the last of the series.',
        anchorsBefore: 'Only anchors of days before this one, as `anchors.next` of an earlier answer says.',
      },
      responses: { 200: 'The report.' },
    },
  },
  schemas: {
    DocumentSeries: {
      description: 'A series that numbers documents.',
      fields: {
        ...RECORD_FIELDS,
        ...start,
        ...details,
        nextNumberFormatted: 'The number of the next document as it will be printed, such as `CN-2026-005`.',
        source: 'Where the series comes from; `default`: it was made with the company.',
      },
    },
    DocumentSeriesInput: {
      description: 'Body of a new series. An absent field gets its default.',
      fields: { ...start, ...details, ...given },
    },
    DocumentSeriesChange: {
      description: 'Fields of a series to change.',
      fields: {
        ...details,
        name: 'Name of the series, for people.',
        reason: 'Why the number is raised, which leaves numbers out: required for that.',
        active: 'Whether documents can be numbered from it.',
        currentNumber: 'The last number that is taken, not below the highest one that was used. `nextNumber` says the same.',
        nextNumber: given['nextNumber'] ?? '',
      },
    },
    SeriesAudit: {
      description: 'The audit of a series, or of a part of it.',
      fields: {
        seriesId: 'Id of the series.',
        prefix: 'The text before its numbers.',
        type: 'Kind of documents that it numbers.',
        currentNumber: 'Its last number.',
        ...edge('first'),
        ...edge('last'),
        from: 'First number that was checked.',
        to: 'Last number that was checked.',
        next: 'Number with which to go on (`from`); null: nothing is left.',
        count: 'Number of documents that were checked.',
        gaps: 'Numbers that no document has.',
        'gaps.from': 'First missing number.',
        'gaps.to': 'Last missing number.',
        duplicates: 'Numbers that two documents have.',
        cancelled: 'Documents that are cancelled; their numbers stay taken.',
        'cancelled.sequence': 'The number.',
        'cancelled.number': 'The number as printed.',
        'cancelled.invoiceId': 'Id of the document.',
        'cancelled.cancelledAt': 'When it was cancelled.',
        'cancelled.reason': 'Why it was cancelled; null: no reason was given.',
        deleted: 'Proformas and delivery notes with a number that were removed. Invoices and credit notes with a number are not.',
        'deleted.sequence': 'The number.',
        'deleted.number': 'The number as printed.',
        'deleted.invoiceId': 'Id of the document.',
        'deleted.deletedAt': 'When it was removed.',
        expired: 'Numbers whose documents were removed since their retention had ended.',
        'expired.sequence': 'Place in the series.',
        'expired.number': 'Number of the document.',
        'expired.invoiceId': 'Id that the document had.',
        'expired.hash': 'Hash of its issue, which the next number continues.',
        'expired.issueDate': 'Date that the document had.',
        'expired.removedAt': 'When it was removed.',
        counterChanges: 'When a user set the number to continue with: the latest 100, newest first.',
        'counterChanges.from': 'The last number before.',
        'counterChanges.to': 'The last number after.',
        'counterChanges.reason': 'Why; null: no reason was given for lowering it.',
        'counterChanges.by': 'Who did it.',
        'counterChanges.at': 'When.',
        chainHolds: 'Whether no problem was found.',
        problems: 'What is wrong.',
        'problems.sequence': 'The number; null: the series as a whole.',
        'problems.number': 'The number as printed; null: the series as a whole.',
        'problems.invoiceId': 'Id of the document; null: the series as a whole.',
        'problems.message': 'What is wrong, for people.',
        notes:
          'What is unusual, but no sign of a change: dates that do not rise with the numbers, or of another year than the series.',
        'notes.sequence': 'The number.',
        'notes.number': 'The number as printed.',
        'notes.invoiceId': 'Id of the document.',
        'notes.message': 'What is unusual, for people.',
        anchors: 'The anchors that the series and its documents were compared with.',
        'anchors.checked': 'These anchors, newest first.',
        'anchors.checked.day': 'Day of the anchor.',
        'anchors.checked.key': 'Name of its file.',
        'anchors.checked.digest': 'Hash of the file.',
        'anchors.checked.takenAt': 'When it was made.',
        'anchors.checked.stamped': 'Whether a time stamp is kept beside the file, under its name with `.tsr`.',
        'anchors.upTo': 'Last number of the series that the newest of them covers; null: none covers it.',
        'anchors.next': 'Older anchors are before this day (`anchorsBefore`); null: there are none.',
        auditedAt: 'When it was checked.',
      },
    },
  },
};
