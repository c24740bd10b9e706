import { randomUUID } from 'node:crypto';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { EXIT } from '../../infra/person/person.ts';
import type { Held } from '../../infra/person/export.ts';
import type { HeldFile } from '../../infra/person/files.ts';
import { environment } from '#shared/platform/aws/environment.ts';
import { s3 } from '#shared/platform/aws/s3.ts';
import { placesOf } from '../support/faults/places.ts';
import { usePersons } from '../support/faults/persons.ts';
import { formWith, PDF } from '../support/files.ts';
import { issued } from '../support/invoices.ts';
import { newProforma, offering } from '../support/proformas.ts';
import { useOwnService } from '../support/service.ts';

/** People without an address, who are found by their personal number, their phone, or their record as a client. */

const service = useOwnService();
const { ask, run, said, scope, written } = usePersons(service);

/** A valid personal number. */
function cnp(place: number): string {
  const digits = `18505051${String(place).padStart(4, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * Number('279146358279'[at]), 0);
  return digits + String(sum % 11 === 10 ? 1 : sum % 11);
}

let people = 2300;

const IBAN = 'RO09BCYP0000001234567890';

async function seeded(iban: string | null) {
  const number = cnp(++people);
  const phone = `0722 ${100 + (people % 900)} ${people % 1000}`.padEnd(12, '7');
  const name = `Zamfira ${randomUUID().slice(0, 8)}`;
  const street = `Strada ${randomUUID().slice(0, 8)} nr. 7`;
  const { id } = await service().newClient(scope(), {
    ...{ type: 'individual', cui: null, vatCode: null, isVatPayer: false, registrationNumber: null, email: null },
    ...{ name, address: street, cnp: number, phone, bankAccount: iban, bankName: 'Banca', notes: `Sună la ${phone}` },
  });
  const { id: invoiceId } = await issued(service(), scope(), { clientId: id });
  await newProforma(service(), await offering(service(), { ...scope(), clientId: id }, `P${randomUUID().slice(0, 4)}`));
  await ask('POST', `/invoices/${invoiceId}/attachments`, formWith(PDF, 'contract.pdf') as never);
  for (const file of ['xml', 'pdf']) await service().api('GET', `/api/v1/invoices/${invoiceId}/${file}`, scope());
  await ask('PUT', '/reports/opening-balances', { role: 'sale', partnerId: id, date: '2025-12-31', amount: 100 });
  await service().idle();
  return { id, number, phone, name, street, invoiceId };
}

const NO_MAILS: ReadonlySet<string> = new Set();
const places = (text: string): Promise<string[]> => placesOf(service(), text, NO_MAILS);

it.each(['number', 'phone', 'client'] as const)(
  'by %s: the export names their files; an erasure leaves what is kept',
  async by => {
    const subject = await seeded(IBAN);
    const bystander = await seeded(null);
    const asked = {
      number: ['--cnp', subject.number],
      phone: ['--phone', `+40 ${subject.phone.slice(1)}`],
      client: ['--client', `${scope().company}/${subject.id}`],
    }[by];
    expect(await run('export', ...asked, '--out', `${by}.json`), said().join()).toBe(EXIT.done);
    const { held, files } = JSON.parse(written.get(`${by}.json`) ?? '') as { held: Held[]; files: HeldFile[] };
    const kinds = held.map(({ kind }) => kind);
    for (const kind of ['client', 'invoice', 'proforma']) expect(kinds).toContain(kind);
    // By their record as a client, what has no address or number either.
    if (by === 'client') expect(kinds).toEqual(expect.arrayContaining(['fiscal-entry', 'opening-balance']));
    expect(held.find(({ kind }) => kind === 'client')?.data).toMatchObject({ cnp: subject.number, phone: subject.phone });
    expect(written.get(`${by}.json`)).not.toContain(bystander.number);
    expect(files.filter(({ key }) => key.includes(subject.invoiceId)).length).toBeGreaterThanOrEqual(3);
    for (const { key } of files) await s3().send(new HeadObjectCommand({ Bucket: environment('documentsBucket'), Key: key }));

    expect(await run('erase', ...asked), said().join()).toBe(EXIT.done);
    expect(await places(subject.number)).toContain('client');
    expect(await run('erase', ...asked, '--confirm'), said().join()).toBe(EXIT.done);
    expect(said().join('\n')).not.toMatch(new RegExp(`${subject.number}|${subject.phone}|${subject.name}`));
    expect(await run('erase', ...asked, '--confirm')).toBe(EXIT.done);
    expect(said().at(-1)).toMatch(/^Nothing of this person is to be erased/);

    for (const gone of [subject.number, subject.phone.replaceAll(' ', ''), IBAN])
      expect([gone, await places(gone)]).toEqual([gone, []]);
    // As docs/privacy.md says of a PDF that was made before.
    expect(await places(subject.phone)).toEqual(['file pdf']);
    // What was issued keeps name and postal address, and so does the record of its client; the notifications end after 30 days.
    const documents = ['client', 'file pdf', 'file xml', 'invoice', 'proforma'];
    expect(await places(subject.street)).toEqual(documents);
    // Journals and ledgers name the partner of each document, and of what was owed before.
    expect(await places(subject.name)).toEqual(
      [...documents, 'event', 'fiscal-entry', 'notification', 'opening-balance'].toSorted(),
    );
    expect(await places(bystander.number)).toContain('client');
  },
);
