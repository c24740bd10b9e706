import { randomUUID } from 'node:crypto';
import { type Answered, type Refusal } from '../../support/invoices.ts';

export interface Accepted {
  success: boolean;
  emailId: string;
  to: string;
  cc: string | null;
  subject: string;
  attachments: string[];
  sentAt: string;
  deliveryStatus: string;
}
export interface Email {
  id: string;
  to: string;
  cc: string | null;
  bcc: string | null;
  deliveryStatus: string;
  bounceReason: string | null;
  sentBy: { name: string };
  metadata: { opens?: unknown[]; clicks?: unknown[] } | null;
  [field: string]: unknown;
}

export const newAddress = (): string => `client-${randomUUID()}@client.example`;
export const codeOf = ({ status, body }: Answered<Refusal>) => [status, body.error.code];
