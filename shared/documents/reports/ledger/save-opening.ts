import { instant, today } from '#shared/base/kernel/clock.ts';
import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import { amount, decimal, sum } from '#shared/base/kernel/money.ts';
import type { LedgerPartner } from '#shared/model/ledger/partners.ts';
import type { OpeningBalance } from '#shared/model/ledger/opening.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { type Client, readClient } from '#shared/records/parties/clients/store.ts';
import { readSupplier } from '#shared/records/parties/suppliers/store.ts';
import type { OpeningBody } from './opening-input.ts';
import { openingRemoval, openingWrite } from './openings.ts';

export type Partner = LedgerPartner & { id: string };

/** A client or supplier as a partner of ledgers. */
export const partnerOf = ({ id, name, cui, vatCode }: Pick<Client, 'id' | 'name' | 'cui' | 'vatCode'>): Partner => ({
  ...{ id, name, cif: cui ?? vatCode },
});

/** The client or supplier of an opening balance; undefined when the company has none of this id. One read. */
export async function readPartner(company: CompanyId, body: OpeningBody | undefined): Promise<Partner | undefined> {
  if (!body) return undefined;
  const read = body.role === 'sale' ? readClient : readSupplier;
  const record = await read(company, body.partnerId);
  return record && partnerOf(record);
}

/**
 * Replaces the opening balance of a partner in a currency (REP-46, REP-47). One with the amount 0 and no documents is removed. Of two requests at
 * the same time the last one counts, whole.
 *
 * @throws 422 with messages by field when the company has no such partner, or its parts do not fit together
 */
export function saveOpening(
  company: CompanyId,
  partner: Partner | undefined,
  body: OpeningBody,
  commit: Commit<OpeningBalance>,
): Promise<OpeningBalance> {
  if (!partner) throw invalidFields({ partnerId: [`must be a ${body.role === 'sale' ? 'client' : 'supplier'} of the company`] });
  const errors = openingErrors(body, today());
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  const balance = openingOf(partner, body);
  const isNone = decimal(balance.amount).eq(0) && balance.documents.length === 0;
  return commit([isNone ? openingRemoval(company, balance) : openingWrite(company, balance)], balance);
}

/** An opening balance as it is stored. Pure, but for the time. */
export const openingOf = (partner: Partner, body: OpeningBody): OpeningBalance => ({
  ...{ role: body.role, partner, currency: body.currency, exchangeRate: body.exchangeRate ?? null, date: body.date },
  amount: amount(decimal(body.amount)),
  documents: body.documents.map(one => ({ ...one, dueDate: one.dueDate ?? null, amount: amount(decimal(one.amount)) })),
  settlements: body.settlements.map(one => ({ ...one, note: one.note ?? null, amount: amount(decimal(one.amount)) })),
  updatedAt: instant(),
});

/** What of an opening balance does not fit together, by field. Pure. @param day today */
export function openingErrors(body: OpeningBody, day: string): FieldErrors {
  const errors: FieldErrors = {};
  const report = (field: string, message: string): void => {
    (errors[field] ??= []).push(message);
  };
  if (body.date > day) report('date', 'must not be in the future');
  if (body.currency === 'RON' && body.exchangeRate) report('exchangeRate', 'must be left out for RON');
  if (body.currency !== 'RON' && !body.exchangeRate) report('exchangeRate', 'is required: lei for one unit of the currency');
  for (const [place, document] of body.documents.entries())
    if (document.date > body.date) report(`documents.${place}.date`, 'must not be after date');
  const stated = amount(sum(body.documents.map(one => one.amount)));
  if (body.documents.length > 0 && !decimal(stated).eq(body.amount))
    report('amount', `must be ${stated}, the sum of the documents`);
  for (const [place, settlement] of body.settlements.entries()) {
    if (settlement.date < body.date) report(`settlements.${place}.date`, 'must not be before date');
    if (settlement.date > day) report(`settlements.${place}.date`, 'must not be in the future');
  }
  if (sum(body.settlements.map(one => one.amount)).gt(decimal(body.amount).abs()))
    report('settlements', 'must not add up to more than amount');
  return errors;
}
