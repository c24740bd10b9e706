import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPANY, INVOICE, type Person } from './journey.ts';

/** The demo user and its records, for the next run of the demo: `demo.json` of the data folder (mode 0600). */
export interface DemoData extends Person {
  companyId: string;
  clientId: string;
  /** The invoice of the last run; absent when no run came that far. */
  invoice?: DemoInvoice;
}

export interface DemoInvoice {
  id: string;
  number: string;
}

const fileIn = (dataDir: string): string => join(dataDir, 'demo.json');

/** Whether the demo has run on this data before. */
export const hasDemo = (dataDir: string): boolean => existsSync(fileIn(dataDir));

export const readDemo = (dataDir: string): DemoData => JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as DemoData;

export const keepDemo = (dataDir: string, data: DemoData): void =>
  writeFileSync(fileIn(dataDir), `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600 });

/** What the pages `/_local` and `/docs` need to act as the demo user, whose password every start prints; undefined without demo data. */
export function demoAccess(dataDir: string): object | undefined {
  if (!hasDemo(dataDir)) return undefined;
  const { email, password, companyId, clientId, invoice } = readDemo(dataDir);
  return {
    email,
    password,
    companyId,
    clientId,
    invoiceId: invoice?.id,
    companyName: COMPANY.name,
    cif: COMPANY.cif,
    example: INVOICE,
  };
}
