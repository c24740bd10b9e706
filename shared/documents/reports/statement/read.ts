import { notFound } from '#shared/base/kernel/errors.ts';
import { dayAfter, type StatementOfAccount, statementOf } from '#shared/model/ledger/statement.ts';
import type { MailLanguage } from '#shared/output/mail/documents/model.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { readLedger } from '../ledger/read.ts';
import type { StatementAsked } from './asked.ts';
import { readPartner, type StatementPartner } from './partner.ts';

/** A statement of account: of a partner, at the end of a day. */
export interface Statement extends StatementOfAccount, Pick<StatementAsked, 'of' | 'day'> {
  partner: StatementPartner;
  language: MailLanguage;
}

/**
 * Reads a statement (REP-53): the partner, and the ledger of clients or suppliers from the day after.
 *
 * @returns undefined when the company has no such partner
 */
export async function readStatement(
  company: CompanyId,
  { of, partnerId, day, language }: StatementAsked,
): Promise<Statement | undefined> {
  const [partner, source] = await Promise.all([
    readPartner(company, of, partnerId),
    readLedger(company, of === 'client' ? 'sale' : 'purchase', dayAfter(day)),
  ]);
  if (!partner) return undefined;
  const { id, name, taxNumber: cif } = partner;
  return {
    ...{ of, day, partner },
    language: language ?? languageOf(partner),
    ...statementOf(source, { day, partner: { id, name, cif } }),
  };
}

/** As `readStatement`. @throws 404 */
export async function findStatement(company: CompanyId, asked: StatementAsked): Promise<Statement> {
  const statement = await readStatement(company, asked);
  if (!statement) throw notFound(asked.of === 'client' ? 'Client' : 'Supplier');
  return statement;
}

/** Records of partners state no language. */
const languageOf = ({ country }: StatementPartner): MailLanguage => (country.toUpperCase() === 'RO' ? 'ro' : 'en');
