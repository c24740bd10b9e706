/**
 * The public holidays of Romania on which nobody works: Codul muncii (Law 53/2003), art. 139 (1). Data with their source: a change of the
 * law is a line here. Additional days off that the Government declares for single years in the public sector are no public holidays, and
 * those of other religions are free for their members only. Holidays that are always on a Sunday are left out.
 */

/** What introduced a holiday, and the first year in which it was one. */
interface Introduced {
  since: number;
  source: string;
}

const FROM_THE_BEGINNING: Introduced = { since: 0, source: 'Codul muncii of 2003, art. 134 (1), since 2011 art. 139 (1)' };

/** Month and day. */
export const FIXED_HOLIDAYS: readonly ({ day: string } & Introduced)[] = [
  { day: '01-01', ...FROM_THE_BEGINNING },
  { day: '01-02', ...FROM_THE_BEGINNING },
  { day: '01-06', since: 2024, source: 'Law 52/2023, Monitorul Oficial 186 of 06.03.2023: Epiphany' },
  { day: '01-07', since: 2024, source: 'Law 52/2023, Monitorul Oficial 186 of 06.03.2023: Saint John' },
  { day: '01-24', since: 2017, source: 'Law 176/2016, Monitorul Oficial 808 of 13.10.2016: the Union of the Principalities' },
  { day: '05-01', ...FROM_THE_BEGINNING },
  { day: '06-01', since: 2017, source: 'Law 220/2016, Monitorul Oficial 931 of 18.11.2016: the Day of the Child' },
  { day: '08-15', since: 2009, source: 'Law 202/2008: the Dormition' },
  { day: '11-30', since: 2012, source: 'Law 147/2012, Monitorul Oficial 509 of 24.07.2012: Saint Andrew' },
  { day: '12-01', ...FROM_THE_BEGINNING },
  { day: '12-25', ...FROM_THE_BEGINNING },
  { day: '12-26', ...FROM_THE_BEGINNING },
];

/** Days after Orthodox Easter Sunday; negative: before it. */
export const MOVABLE_HOLIDAYS: readonly ({ daysAfterEaster: number } & Introduced)[] = [
  { daysAfterEaster: -2, since: 2018, source: 'Law 64/2018: Good Friday' },
  { daysAfterEaster: 1, ...FROM_THE_BEGINNING },
  { daysAfterEaster: 50, since: 2009, source: 'Law 202/2008: Whit Monday' },
];
