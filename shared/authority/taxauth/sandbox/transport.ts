import { epochSeconds, instant, now } from '#shared/base/kernel/clock.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, companyPartition, type Item, type Key } from '#shared/platform/store/table.ts';
import { create, put, transact } from '#shared/platform/store/transact.ts';
import { noAccessTo, type Answer } from '../simulator/wire.ts';
import { newUit } from '../simulator/transport-identifier.ts';
import {
  type DeclarationKind,
  messageList,
  refusal,
  stateVerdict,
  type TakenMessage,
  uploadTaken,
} from '../simulator/transport-wire.ts';
import type { SandboxCompany } from './company.ts';
import { readTransport, type TransportFacts } from './read-document.ts';
import { arrivedBetween, newIndex } from './store.ts';

/** The service for transport declarations, as the simulator of sandbox companies answers it: every verdict is there at once. */

const TRANSPORT = 'SANDBOX#TRANSPORT#';
const KEPT_SECONDS = 60 * 86_400;

const transportKey = (company: CompanyId, index: number): Key => companyKey(company, `${TRANSPORT}${index}`);
/** The last accepted message about an identifier: its declaration or its deletion. */
const uitKey = (company: CompanyId, uit: string): Key => companyKey(company, `SANDBOX#UIT#${uit}`);

const KINDS: Readonly<Record<string, DeclarationKind>> = {
  notificare: 'NOT',
  stergere: 'DEL',
  confirmare: 'CON',
  modifVehicul: 'MVH',
};

/** upload: takes a message, and gives a declaration its identifier. */
export async function uploadTransport(company: SandboxCompany, cif: string, xml: string): Promise<Answer> {
  if (cif !== company.cif) return refusal(noAccessTo(cif));
  const facts = readTransport(xml);
  if ('refused' in facts) return refusal(facts.refused);
  const named = facts.uit;
  const errors = await errorsOf(company, facts);
  const kind = facts.content === 'notificare' && named !== null ? 'COR' : (KINDS[facts.content] ?? 'NOT');
  const message: TakenMessage = {
    ...{ index: newIndex(), at: instant(), cif, kind, uit: named ?? newUit(), reference: facts.reference },
    ...{ verdict: errors.length === 0 ? 'ok' : 'nok', errors },
  };
  const expiresAt = epochSeconds() + KEPT_SECONDS;
  const settles = message.verdict === 'ok' && (kind === 'NOT' || kind === 'DEL');
  await transact([
    create({ ...transportKey(company.id, message.index), kind: 'sandbox-message', data: message, expiresAt }),
    ...(settles ? [put({ ...uitKey(company.id, message.uit), kind: 'sandbox-lookup', data: { kind }, expiresAt })] : []),
  ]);
  return uploadTaken(message);
}

async function errorsOf({ id, cif }: SandboxCompany, { declarant, uit }: TransportFacts): Promise<string[]> {
  if (declarant !== cif) return [`Codul declarantului (codDeclarant=${declarant}) din fisier nu corespunde cu CIF=${cif}.`];
  if (uit === null) return [];
  const last = await getItem<Item & { data: { kind: DeclarationKind } }>(uitKey(id, uit));
  if (!last) return [`UIT-ul ${uit} nu poate fi identificat pentru CIF=${cif}.`];
  return last.data.kind === 'DEL' ? [`Notificarea cu UIT-ul ${uit} a fost stearsa.`] : [];
}

/** stareMesaj: the verdict. */
export async function transportState({ id }: SandboxCompany, index: string): Promise<Answer> {
  const item = /^\d{1,16}$/.test(index)
    ? await getItem<Item & { data: TakenMessage }>(transportKey(id, Number(index)))
    : undefined;
  return item ? stateVerdict(item.data) : refusal(`Nu exista mesaj cu id_incarcare= ${index}`);
}

/** lista: the messages of the last days, oldest first. @param since the beginning of these, epoch milliseconds */
export async function transportList({ id, cif }: SandboxCompany, days: number, since: number): Promise<Answer> {
  const between = arrivedBetween(TRANSPORT, since, now().getTime());
  const items = await queryItems<{ data: TakenMessage }>({ partition: companyPartition(id), between });
  const messages = items.map(({ data }) => data);
  return messages.length === 0 ? refusal(`Nu exista mesaje in ultimele ${days} zile`) : messageList(messages, cif, days);
}
