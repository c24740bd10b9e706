import { type CreditNoteAnswer } from '../../support/credit-notes.ts';
import { type Refusal } from '../../support/invoices.ts';

export type Answer = CreditNoteAnswer & Refusal;
export const refusal = ({ status, body }: { status: number; body: Answer }) => [status, body.error?.code, body.error?.details];
