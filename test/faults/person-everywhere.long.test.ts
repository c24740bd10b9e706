import { expect, it } from 'vitest';
import { EXIT } from '../../infra/person/person.ts';
import { mailsSent, placesOf } from '../support/faults/places.ts';
import { usePersons } from '../support/faults/persons.ts';
import { formWith, PDF } from '../support/files.ts';
import { newProforma, offering } from '../support/proformas.ts';
import { useOwnService } from '../support/service.ts';

/** After the erasure of a person with an account, documents and mails: no item, file, mail or log line has them but those that docs/privacy.md names. */

const service = useOwnService();
const { ask, erase, run, said, scope, seeded, written } = usePersons(service);

it('a person is nowhere but in what the page names; a bystander is everywhere', async () => {
  const [subject, bystander] = [await seeded(), await seeded()];
  for (const { clientId, invoiceId } of [subject, bystander]) {
    await newProforma(service(), await offering(service(), { ...scope(), clientId }, `P${clientId.slice(-4)}`));
    await ask('POST', `/invoices/${invoiceId}/attachments`, formWith(PDF, 'contract.pdf') as never);
    await ask('POST', `/invoices/${invoiceId}/share-links`, {});
    for (const file of ['xml', 'pdf']) await service().api('GET', `/api/v1/invoices/${invoiceId}/${file}`, scope());
    await ask('POST', '/invoices/export/zip', { invoiceIds: [invoiceId], includePdf: false });
  }
  await service().idle();
  const known = await mailsSent(service());
  const places = (text: string): Promise<string[]> => placesOf(service(), text, known);
  expect(await places(subject.email)).toEqual(
    expect.arrayContaining(['account', 'client', 'invoice', 'invoice-email', 'mail', 'supplier']),
  );

  expect(await run('export', '--email', subject.email, '--out', 'all.json')).toBe(EXIT.done);
  expect(written.get('all.json')).not.toContain(bystander.email);
  expect(await run('restrict', '--email', subject.email, '--confirm')).toBe(EXIT.done);
  expect(await erase(subject.email, '--confirm')).toBe(EXIT.done);
  for (const text of [subject.email, subject.phone]) expect(said().join('\n')).not.toContain(text);
  expect(await erase(subject.email)).toBe(EXIT.done);
  expect(said().at(-1)).toMatch(/^Nothing of this person is to be erased/);

  // Timelines keep which mail was sent to whom, events for webhooks expire, and a PDF that was made before shows what it showed.
  expect(await places(subject.email)).toEqual(['event', 'file pdf', 'notification']);
  expect(await places(subject.email.toUpperCase())).toEqual([]);
  expect(await places(subject.phone)).toEqual(['file pdf']);
  // The id of the account stays, of an account without a person.
  expect(await places(subject.userId)).toEqual(expect.arrayContaining(['account']));

  // Nothing comes back: neither by what was under way, nor by what runs every day.
  await service().advance('P1D');
  await service().advance('P31D');
  const later = await places(subject.email);
  expect(later.filter(place => place !== 'notification')).toEqual(['event', 'file pdf']);
  expect(await places(subject.phone)).toEqual(['file pdf']);
  expect(await places(bystander.email)).toEqual(expect.arrayContaining(['account', 'client', 'invoice', 'supplier']));
});
