import type { InvoiceWithValidation, ValidationResult } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

export const OLDER = { number: 'VECHI 7', issueDate: '2024-12-30' };
export const OLDEST = { number: 'VECHI 6', issueDate: '2024-11-30' };
export const line = (quantity: number) => ({ description: 'Scaun', quantity, unitPrice: 100, vatRate: 21 });

/** The fields that warnings are about. */
export const fieldsOf = (warnings: string[] = []): string[] => warnings.map(warning => warning.split(':')[0] ?? '');

/** Requests of these tests. */
export function precedingCalls() {
  const { post, put, act, invoiceBody, draft, inForce, detailOf, xmlOf, become, creditDraft, creditIssued } = useTrader();

  const create = async (overrides: object): Promise<InvoiceWithValidation> => (await post(invoiceBody(overrides))).body;
  const change = async (id: string, changes: object): Promise<InvoiceWithValidation> => (await put(id, changes)).body;
  const warningsOf = async (id: string, mode: string): Promise<string[]> =>
    (await act<ValidationResult>(id, `validate?mode=${mode}`)).body.warnings;
  return {
    post,
    act,
    invoiceBody,
    draft,
    inForce,
    detailOf,
    xmlOf,
    become,
    creditDraft,
    creditIssued,
    create,
    change,
    warningsOf,
  };
}
