/** What a body that does not fit answers: 422 where it names two kinds at once (decisions.md §Requests and answers), else 400. */
export const invalidDocumentBody = ({ isCreditNote, documentType }: Record<string, unknown>): 400 | 422 =>
  (isCreditNote === true && documentType === 'invoice') || (isCreditNote === false && documentType === 'credit_note') ? 422 : 400;
