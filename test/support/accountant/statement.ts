import { expecting } from '../../../infra/local/api-client.ts';
import type { StatementOfAccount } from '../contract.ts';
import type { Scope, Service } from '../service.ts';
import type { Open } from './law/ledger.ts';
import { CIFS, type Office } from './play.ts';
import { isCompany, type Party } from './sent.ts';

/** Statements of account as lines of text: what the service shows, and what the accountant calculated. */

const written = (cents: number): string => ((cents + 0) / 100).toFixed(2);
const shown = (value: number): string => written(Math.round(value * 100));

/** The documents by day of issue, and the balances, lei first. */
export interface StatementLines {
  documents: string[];
  balances: string[];
}

/** @param all what is open of the partner's documents */
export function expectedStatement({ ids }: Office, all: readonly Open[]): StatementLines {
  const balances = new Map<string, { open: number; overdue: number }>();
  for (const { currency, open, age } of all) {
    const known = balances.get(currency) ?? { open: 0, overdue: 0 };
    balances.set(currency, { open: known.open + open, overdue: known.overdue + (age === 'current' ? 0 : open) });
  }
  const lineOf = ({ document, currency, total, settled, open }: Open): string =>
    `${document.issueDate} ${ids.get(document.place)} ${currency} ${written(total)} ${written(settled)} ${written(open)}`;
  return {
    documents: all.map(lineOf).toSorted(),
    balances: [...balances]
      .toSorted(([a], [b]) => Number(b === 'RON') - Number(a === 'RON') || (a < b ? -1 : 1))
      .map(([currency, { open, overdue }]) => `${currency} ${written(open)} ${written(overdue)}`),
  };
}

/** @param partner such as `clientId=…` */
export async function readStatement(service: Service, scope: Scope, partner: string, day: string): Promise<StatementLines> {
  const path = `/api/v1/reports/statement?${partner}&date=${day}`;
  const { documents, balances } = await expecting<StatementOfAccount>(200, path, service.api('GET', path, scope));
  const dates = documents.map(({ issueDate }) => issueDate);
  if (dates.some((date, place) => date < (dates[place - 1] ?? ''))) throw new Error(`${path}: not by date of issue.`);
  return {
    documents: documents
      .map(({ documentId, issueDate, currency, total, settled, open }) =>
        [issueDate, documentId, currency, shown(total), shown(settled), shown(open)].join(' '),
      )
      .toSorted(),
    balances: balances.map(({ currency, open, overdue }) => `${currency} ${shown(open)} ${shown(overdue)}`),
  };
}

/** The query of each client, or of each supplier that a company has got documents from. */
export async function partnersOf(service: Service, office: Office, role: 'sale' | 'purchase'): Promise<[Party, string][]> {
  if (role === 'sale') return [...office.clients].map(([party, id]) => [party, `clientId=${id}`]);
  const path = '/api/v1/suppliers';
  type Listed = Record<string, { id: string; cif: string | null }[]>;
  const { data } = await expecting<{ data: Listed }>(200, path, service.api('GET', path, office));
  return Object.values(data)
    .flat()
    .map(({ id, cif }) => {
      const party = Object.entries(CIFS).find(([, known]) => known === cif?.replace(/\D/g, ''))?.[0] as Party | undefined;
      if (!party || !isCompany(party)) throw new Error(`No company of the year has the number ${cif}.`);
      return [party, `supplierId=${id}`];
    });
}
