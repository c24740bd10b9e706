import { isTooEarly } from '#shared/base/kernel/dates.ts';

/**
 * The status of the answer to an invalid body: 422 when its fields name two kinds of document (CRN-1),
 * or a date before the earliest one (REQ-20), else 400.
 */
export const invalidDocumentBody = (body: Record<string, unknown>): 400 | 422 =>
  namesTwoKinds(body) || hasEarlyDate(body) ? 422 : 400;

const namesTwoKinds = ({ isCreditNote, documentType }: Record<string, unknown>): boolean =>
  (isCreditNote === true && documentType === 'invoice') || (isCreditNote === false && documentType === 'credit_note');

/** Whether a field that holds a date, at any depth, is before the earliest one. Bodies are nested only so deep (kernel/texts.ts). */
const hasEarlyDate = (value: object): boolean =>
  Object.entries(value).some(([name, field]: [string, unknown]) =>
    typeof field === 'string'
      ? name.endsWith('Date') && isTooEarly(field)
      : typeof field === 'object' && field !== null && hasEarlyDate(field),
  );
