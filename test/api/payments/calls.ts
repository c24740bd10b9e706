import { type Answered, type Refusal } from '../../support/invoices.ts';

export interface PaymentAnswer {
  uuid: string;
  amount: number;
  [field: string]: unknown;
}
export interface Recorded {
  payment: PaymentAnswer;
  invoice: Record<string, unknown>;
  warnings?: string[];
}
export const refusal = ({ status, body }: Answered<Refusal>) => [
  status,
  body.error?.code,
  Object.keys(body.error?.details ?? {}),
];
