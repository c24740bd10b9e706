import * as z from 'zod';
import type { CellError } from '#shared/documents/common/csv-import/file.ts';
import { columnsOf } from '#shared/documents/common/csv-import/file.ts';
import { eachOf, MOST_TEXTS } from '#shared/documents/common/csv-import/outcome.ts';
import { openingBody, type OpeningBody } from '#shared/documents/reports/ledger/opening-input.ts';
import { openingCreation, readOpenings } from '#shared/documents/reports/ledger/openings.ts';
import { openingErrors, openingOf, type Partner, partnerOf } from '#shared/documents/reports/ledger/save-opening.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { currency, date, decimalBetween, optionalDate, optionalText } from '#shared/base/kernel/fields.ts';
import { amount, decimal, MAX_AMOUNT, sum } from '#shared/base/kernel/money.ts';
import type { Company } from '#shared/model/company.ts';
import type { OpeningBalance } from '#shared/model/ledger/opening.ts';
import { through } from '#shared/platform/lambda/endpoint/request.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { taxNumber } from '#shared/records/parties/clients/input.ts';
import { collectionWarnings, importedWarnings } from './documents/in-opening.ts';
import { onceMore } from './once-more.ts';
import { type FindPartner, type Naming, partnerFinder } from './partners.ts';
import {
  type Checked,
  checkedRows,
  type Made,
  type Plan,
  type Planned,
  type Planning,
  skippedFor,
  type Sum,
  wouldMake,
} from './plan.ts';

/** The import of opening balances: a row for each open document, or one for a balance without documents (IMP-9). */

export const OPENING_COLUMNS = columnsOf([
  ['role', 'role', 'text'],
  ['cif', 'cif', 'text'],
  ['code', 'code', 'text'],
  ['name', 'name', 'text'],
  ['balanceDate', 'balanceDate', 'date'],
  ['currency', 'currency', 'text'],
  ['exchangeRate', 'exchangeRate', 'decimal'],
  ['number', 'number', 'text'],
  ['issueDate', 'issueDate', 'date'],
  ['dueDate', 'dueDate', 'date'],
  ['amount', 'amount', 'decimal'],
]);

const rowBody = z
  .object({
    role: z.enum(['client', 'supplier'], 'must be client or supplier'),
    cif: taxNumber(),
    code: optionalText(50),
    name: optionalText(255),
    balanceDate: date(),
    currency: currency().default('RON'),
    exchangeRate: decimalBetween(6, '0.000001', '999999').nullish(),
    number: optionalText(100),
    issueDate: optionalDate(),
    dueDate: optionalDate(),
    amount: decimalBetween(2, `-${MAX_AMOUNT}`, MAX_AMOUNT),
  })
  .superRefine(({ number, issueDate, dueDate }, context) => {
    const report = (field: string, message: string): void => context.addIssue({ code: 'custom', path: [field], message });
    if (number && !issueDate) report('issueDate', 'is required with number');
    if (!number && (issueDate || dueDate)) report('number', 'is required with issueDate or dueDate');
  });

type RowBody = z.output<typeof rowBody>;
type Member = Extract<Checked<RowBody>, { value: RowBody }> & { at: number };

/** The rows of one partner, role and currency, which are one balance. */
interface Group {
  partner: Partner;
  role: Sum['role'];
  members: Member[];
}

const openingKey = ({ role, partner, currency: code }: Pick<OpeningBalance, 'role' | 'partner' | 'currency'>): string =>
  `${role} ${partner.id} ${code}`;

/** Plans a file of opening balances. One that the company has is never replaced. A read for each document of a client, five at a time. */
export async function planOpenings(planning: Planning, ofCompany: Company): Promise<Plan> {
  const { company } = planning;
  const checked = checkedRows(planning, rowBody, body => body['name'] ?? body['cif'] ?? body['code']);
  const results = checked.map(({ blank }) => blank);
  const members = checked.flatMap((one, at): Member[] => (one.value === null ? [] : [{ ...one, at }]));
  const [find, existing] = await Promise.all([partnerFinder(company, checked.flatMap(named)), readOpenings(company)]);
  const refuse = ({ at }: Pick<Member, 'at'>, message: string, errors: CellError[]): void => {
    const before = results[at] as Planned;
    results[at] = { ...before, outcome: 'refused', message, errors: [...before.errors, ...errors].slice(0, MOST_TEXTS) };
  };
  const groups = new Map<string, Group>();
  for (const member of members) {
    const { role, currency: code } = member.value;
    const found = find(role, member.value);
    if ('column' in found) refuse(member, 'The partner is not known.', [found]);
    else {
      const key = `${role} ${found.id} ${code}`;
      const group = groups.get(key) ?? { partner: partnerOf(found), role, members: [] };
      group.members.push(member);
      groups.set(key, group);
      results[member.at] = { ...(results[member.at] as Planned), name: found.name };
    }
  }
  const broken = brokenBalances(checked, find);
  const known = new Map(existing.map(one => [openingKey(one), one]));
  const steps: Plan['steps'] = [];
  const balances: { role: Sum['role']; balance: OpeningBalance }[] = [];
  for (const [key, group] of groups) {
    const { bodies, problems } = bodyOf(group);
    const otherLine = broken.get(key);
    for (const { member, error } of problems) refuse(member, 'The balance does not fit together.', [error]);
    const whole = problems.length > 0 ? problems[0]?.member.row.line : otherLine;
    if (whole !== undefined || !bodies) {
      for (const member of group.members)
        if (results[member.at]?.outcome !== 'refused')
          refuse(member, `Another row of this balance is refused, in line ${whole}: change that one.`, []);
      continue;
    }
    const balance = openingOf(group.partner, bodies);
    const there = known.get(openingKey(balance));
    const rows = group.members.map(({ at }) => at);
    if (there && isSame(there, balance))
      for (const at of rows) results[at] = skippedFor(results[at] as Planned, 'The balance is there already.');
    else if (there)
      for (const member of group.members)
        refuse(
          member,
          `The ${group.role} has another opening balance in ${balance.currency}: change it, or remove it first.`,
          [],
        );
    else {
      const warnings = group.role === 'client' ? collectionWarnings(ofCompany, balance) : [];
      for (const [place, at] of rows.entries()) results[at] = wouldMake(results[at] as Planned, place === 0 ? warnings : []);
      const { updatedAt: _updated, ...content } = balance;
      steps.push({ rows, content, make: () => makeOpening(company, balance) });
      balances.push({ role: group.role, balance });
    }
  }
  const news = new Set(steps.flatMap(({ rows }) => rows));
  const ofClients = [...groups.values()].flatMap(({ role, partner, members: own }) =>
    own.flatMap(({ at, value: { number, issueDate } }) =>
      role === 'client' && number && issueDate && news.has(at) ? [{ at, partner, document: { number, issueDate } }] : [],
    ),
  );
  await eachOf(ofClients, async ({ at, partner, document }) => {
    const planned = results[at] as Planned;
    const warnings = await importedWarnings(company, { ...partner, vatCode: null }, document);
    results[at] = wouldMake(planned, [...planned.warnings, ...warnings]);
  });
  return { rows: results, steps, sums: sumsOf(balances) };
}

/** The cells that name a partner, in the order in which they count, with the limits of their fields. */
const NAMING = [
  ['cif', taxNumber()],
  ['code', optionalText(50)],
  ['name', optionalText(255)],
] as const;

/**
 * Whom a row names, also one that breaks another rule: its partner's balance would lack it. A cell above the limit of its field is the name of
 * nobody: it is not compared with those of all partners.
 */
function named({ row: { body }, value }: Checked<RowBody>): { role: Sum['role']; naming: Naming }[] {
  if (value) return [{ role: value.role, naming: value }];
  const { role } = body;
  if (role !== 'client' && role !== 'supplier') return [];
  for (const [column, schema] of NAMING) {
    const { success, data } = schema.safeParse(body[column]);
    if (!success) return [];
    if (data) return [{ role, naming: { [column]: data } }];
  }
  return [];
}

/** The balances that lack a row which was refused, each with its line. */
function brokenBalances(checked: readonly Checked<RowBody>[], find: FindPartner): Map<string, number> {
  const broken = new Map<string, number>();
  for (const one of checked) {
    const [naming] = one.value === null ? named(one) : [];
    const found = naming && find(naming.role, naming.naming);
    if (!naming || !found || 'column' in found) continue;
    const stated = one.row.body['currency'];
    const code = typeof stated === 'string' ? stated.trim().toUpperCase() : 'RON';
    const key = `${naming.role} ${found.id} ${code}`;
    if (!broken.has(key)) broken.set(key, one.row.line);
  }
  return broken;
}

interface Problem {
  member: Member;
  error: CellError;
}

/** The request that PUT would take for the rows, or what does not fit together. The order of the rows makes no difference. */
function bodyOf({ partner, role, members }: Group): { bodies: OpeningBody | null; problems: Problem[] } {
  const [first] = members;
  const problems: Problem[] = [];
  if (!first) return { bodies: null, problems };
  const report = (member: Member, column: string, message: string): void =>
    void problems.push({ member, error: { column, message } });
  const lines = new Map<string, number>();
  for (const member of members) {
    const { value, row } = member;
    if (value.balanceDate !== first.value.balanceDate)
      report(member, 'balanceDate', `must be the same in all rows of a balance: line ${first.row.line} has another day`);
    if (!isEqual(value.exchangeRate, first.value.exchangeRate))
      report(member, 'exchangeRate', `must be the same in all rows of a balance: line ${first.row.line} has another one`);
    if (!value.number && members.length > 1) report(member, 'number', 'is required: the balance has more than one row');
    const document = JSON.stringify([value.number, value.issueDate]);
    const earlier = lines.get(document);
    if (earlier !== undefined) report(member, 'number', `is in line ${earlier} already, with the same date`);
    else lines.set(document, row.line);
  }
  if (problems.length > 0) return { bodies: null, problems };
  const ordered = members.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const documents = ordered.flatMap(({ value: { number, issueDate, dueDate, amount: open } }) =>
    number && issueDate ? [{ number, date: issueDate, dueDate, amount: open }] : [],
  );
  const parsed = through(
    openingBody,
    {
      ...{ role: role === 'client' ? 'sale' : 'purchase', partnerId: partner.id, currency: first.value.currency },
      ...{ exchangeRate: first.value.exchangeRate, date: first.value.balanceDate, documents },
      amount: amount(sum(members.map(({ value }) => value.amount))),
    },
    422,
  );
  const errors = parsed.problem ? (parsed.problem.details as Record<string, string[]>) : openingErrors(parsed.value, today());
  for (const [field, messages] of Object.entries(errors)) {
    const [, place, name] = /^documents\.(\d+)\.(\w+)$/.exec(field) ?? [];
    const member = place === undefined ? first : (ordered[Number(place)] ?? first);
    const columns: Record<string, string> = { date: place === undefined ? 'balanceDate' : 'issueDate', documents: 'number' };
    const column = name ?? field;
    for (const message of messages) report(member, columns[column] ?? column, message.replace(/\bdate$/, 'balanceDate'));
  }
  return { bodies: problems.length > 0 ? null : (parsed.value ?? null), problems };
}

const orderOf = ({ value: { issueDate, number } }: Member): string => JSON.stringify([issueDate, number]);

const isEqual = (a: string | null | undefined, b: string | null | undefined): boolean =>
  a && b ? decimal(a).eq(b) : (a ?? null) === (b ?? null);

/** Whether two balances say the same, however their documents are ordered and whatever has been paid since. */
function isSame(a: OpeningBalance, b: OpeningBalance): boolean {
  const facts = ({ date: day, amount: whole, documents }: OpeningBalance): string =>
    JSON.stringify([
      day,
      whole,
      documents.map(one => JSON.stringify([one.number, one.date, one.dueDate, one.amount])).toSorted(),
    ]);
  return facts(a) === facts(b) && isEqual(a.exchangeRate, b.exchangeRate);
}

function sumsOf(balances: readonly { role: Sum['role']; balance: OpeningBalance }[]): Sum[] {
  const byKey = Map.groupBy(balances, ({ role, balance }) => `${role} ${balance.currency}`);
  return [...byKey.values()]
    .map(group => ({
      role: group[0]?.role ?? 'client',
      currency: group[0]?.balance.currency ?? '',
      amount: Number(sum(group.map(({ balance }) => balance.amount))),
      balances: group.length,
    }))
    .toSorted((a, b) => (a.role + a.currency < b.role + b.currency ? -1 : 1));
}

/** One transaction. A balance that another request has entered in the meantime is not replaced. */
const makeOpening = (company: CompanyId, balance: OpeningBalance): Promise<Made> =>
  onceMore(
    async () => {
      await transact([openingCreation(company, balance)]);
      return { outcome: 'made', id: null, message: null };
    },
    async () => ({ outcome: 'skipped', id: null, message: 'The balance was entered by another request: look at it.' }),
  );
