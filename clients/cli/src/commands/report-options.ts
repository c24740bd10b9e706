import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context } from '../context.ts';
import { type Report, type ReportOption, REPORTS } from '../reports.ts';
import { compareVat, printReport, type ReportOptions } from './report.ts';

/** How each option of reports is written. */
const OPTIONS: Record<ReportOption, () => Option> = {
  month: () => new Option('--month <month>', 'a month, such as 2026-11').argParser(month),
  from: () => new Option('--from <date>', 'from this day on'),
  to: () => new Option('--to <date>', 'until this day'),
  date: () => new Option('--date <date>', 'at the end of this day; by default today'),
  role: () => new Option('--role <role>', 'sales or purchases').choices(['sale', 'purchase']),
  client: () => new Option('--client <client>', 'a client, by id or tax number').conflicts(['supplier', 'role']),
  series: () => new Option('--series <series>', 'a series, by id, or by prefix or name'),
  year: () => new Option('--year <year>', 'a year; by default the current one'),
  supplier: () => new Option('--supplier <supplier>', 'a supplier, by id or tax number').conflicts(['client', 'role']),
};

/** Adds a command for each report, with the options that it has: another one ends with exit code 2 and the list of them. */
export function addReports(parent: Command, context: () => Context): void {
  parent.showHelpAfterError(true);
  for (const report of REPORTS) {
    const command = parent.command(report.name).description(report.description);
    for (const option of optionsOf(report)) command.addOption(option);
    command.action((options: ReportOptions) => printReport(context(), report, options));
  }
  parent
    .command('vat-comparison <file>')
    .description("Compare the VAT return of a month with the rows of a file: the authority's pre-filled return (P300).")
    .addOption(OPTIONS.month().makeOptionMandatory())
    .action((file: string, options: { month: string }) => compareVat(context(), file, options));
}

function* optionsOf({ required = [], optional = [], file }: Report): Generator<Option> {
  for (const name of required) yield OPTIONS[name]().makeOptionMandatory();
  for (const name of optional) yield OPTIONS[name]();
  if (file === 'csv' || file === 'both')
    yield new Option('--comma', 'decimal commas, and semicolons between cells, as spreadsheets in Romania read them');
  if (file === 'pdf' || file === 'both') yield new Option('--pdf', 'the PDF, by default in a file of this folder');
  yield new Option('-o, --output <file>', 'where to; by default, and with -, standard output');
}

/** A month of an option. @throws InvalidArgumentError */
export function month(value: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(value)) throw new InvalidArgumentError('It must be a month in the form YYYY-MM.');
  return value;
}
