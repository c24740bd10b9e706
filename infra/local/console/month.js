// The month of the demo company on the page /_local: sums of its journals, what of the VAT is due, and the journals as files.

import { act, api, byId, button, demo, element, emptyRow, figure, local, row, show } from './kit.js';

const JOURNALS = [
  { role: 'sale', title: 'Sales' },
  { role: 'purchase', title: 'Purchases' },
];

const lei = value => value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const sum = (totals, of) => totals.reduce((known, total) => known + of(total), 0);

const totalRow = (title, { operation, rate, documents, baseLei, vatLei, vatDueLei, selfAssessedLei, deductibleLei }) =>
  row(
    title,
    operation.replaceAll('_', ' '),
    figure(`${rate} %`),
    figure(documents),
    ...[baseLei, vatLei, vatDueLei + selfAssessedLei, deductibleLei].map(value => figure(lei(value))),
  );

/** The month that the field says; the current one by the local clock until somebody chooses another. */
async function chosenMonth() {
  if (!byId('month').value) byId('month').value = (await local('GET', '/clock')).now.slice(0, 7);
  return byId('month').value;
}

export async function showMonth() {
  if (!demo) return;
  const period = await chosenMonth();
  const read = async ({ role }) => (await api('GET', `/reports/journal?role=${role}&period=${period}&limit=1`)).json();
  const [sales, purchases] = await Promise.all(JOURNALS.map(read));
  const rows = [sales, purchases].flatMap(({ totals }, place) => totals.map(total => totalRow(JOURNALS[place].title, total)));
  show('journals', rows.length > 0 ? rows : [emptyRow(8, 'No document counts in this month.')]);
  const due = sum(sales.totals, total => total.vatDueLei) + sum(purchases.totals, total => total.selfAssessedLei);
  const deductible = sum(purchases.totals, total => total.deductibleLei);
  byId('vat').textContent = `VAT due ${lei(due)} lei, deductible ${lei(deductible)} lei: ${lei(due - deductible)} lei.`;
}

async function save(role) {
  const period = await chosenMonth();
  const path = `/reports/journal?role=${role}&period=${period}&format=csv`;
  const address = URL.createObjectURL(await (await api('GET', path)).blob());
  element('a', { href: address, download: `${role}-journal-${period}.csv` }).click();
  URL.revokeObjectURL(address);
}

byId('month').disabled = !demo;
byId('month').addEventListener('change', ({ currentTarget }) => act(currentTarget, async () => {}));
if (demo) byId('journal-files').append(...JOURNALS.map(({ role, title }) => button(`${title} journal (CSV)`, () => save(role))));
