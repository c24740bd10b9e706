import { XmlError } from '#shared/authority/einvoice/xml/node.ts';
import { invalidFields } from '#shared/base/kernel/errors.ts';
import { boundedProposals } from '#shared/model/bank/bound.ts';
import type { BankEntry } from '#shared/model/bank/entry.ts';
import { type Matched, matchEntries } from '#shared/model/bank/proposals.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { readCamt } from './camt.ts';
import { type Proposed, sizes } from './present.ts';
import { readBooksFor } from './read.ts';

/**
 * Proposes what the lines of a bank statement pay. Stores and books nothing. Round trips as `readBooksFor`.
 *
 * @throws 422 for what is no CAMT.053, or too large, also for the answer
 */
export async function proposeForStatement(company: CompanyId, xml: string): Promise<Proposed> {
  const { messageType, statements } = fileOf(xml);
  const entries = statements.flatMap(statement => statement.entries);
  const { accounts, ...known } = await readBooksFor(company, entries);
  const bounded = boundedProposals(matchEntries(entries, known), sizes);
  if (!bounded) throw invalidFields({ statement: ['has lines whose proposals are too large for one answer; split the file'] });
  const matched = new Map<BankEntry, Matched>(bounded.map(one => [one.entry, one]));
  const own = new Set(accounts.flatMap(({ iban }) => iban ?? []));
  return {
    messageType,
    statements: statements.map(statement => ({
      ...statement,
      isOwnAccount: statement.iban !== null && own.has(statement.iban),
      entries: statement.entries.flatMap(entry => matched.get(entry) ?? []),
    })),
  };
}

function fileOf(xml: string): ReturnType<typeof readCamt> {
  try {
    return readCamt(xml);
  } catch (error) {
    if (error instanceof XmlError) throw invalidFields({ statement: [error.message] });
    throw error;
  }
}
