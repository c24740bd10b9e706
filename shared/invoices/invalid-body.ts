/**
 * The status of the answer to an invalid body: 422 when its fields name two kinds of document (decisions.md §Requests and answers),
 * else 400.
 */
export const invalidDocumentBody = ({ isCreditNote, documentType }: Record<string, unknown>): 400 | 422 =>
  (isCreditNote === true && documentType === 'invoice') || (isCreditNote === false && documentType === 'credit_note') ? 422 : 400;
