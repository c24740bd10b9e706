import type { CreditNote, Refusal } from '../../support/contract.ts';

export type Answer = CreditNote & Refusal;
export const refusal = ({ status, body }: { status: number; body: Answer }) => [status, body.error?.code, body.error?.details];
