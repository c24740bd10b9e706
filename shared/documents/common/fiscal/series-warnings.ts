import type { Series } from '#shared/records/catalogue/series/store.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { selfBilledSeriesWarnings } from './self-billed-series.ts';

type Numbered = Parameters<typeof selfBilledSeriesWarnings>[0] & Pick<Invoice, 'issueDate' | 'sequence'>;

/** The warnings about a document and the series that numbers it, or will: whose numbers they are, and of which dates. Pure. */
export const seriesWarnings = (document: Numbered, series: readonly Series[]): string[] => [
  ...selfBilledSeriesWarnings(document, series),
  ...dateWarnings(
    document,
    series.find(one => one.id === document.seriesId),
  ),
];

/**
 * Dates should rise with the numbers of a series, and a series with a year should number documents of that year (INV-48).
 * A document that has its number already keeps its place, so only the audit of the series compares it with its neighbours.
 */
export function dateWarnings(
  { issueDate, sequence }: Pick<Numbered, 'issueDate' | 'sequence'>,
  series: Pick<Series, 'name' | 'year' | 'latestDate'> | undefined,
): string[] {
  if (!series) return [];
  const { name, year, latestDate } = series;
  return [
    ...(sequence === null && latestDate && issueDate < latestDate
      ? [
          `issueDate: ${issueDate} is before ${latestDate}, the date of a lower number of the series ${name}: dates should rise with the numbers.`,
        ]
      : []),
    ...(isOfOtherYear(issueDate, year)
      ? [`documentSeriesId: the series ${name} is of the year ${year}, the document of ${issueDate.slice(0, 4)}.`]
      : []),
  ];
}

/** Whether a date is not of the year of a series. */
export const isOfOtherYear = (date: string, year: number | null): boolean => year !== null && Number(date.slice(0, 4)) !== year;
