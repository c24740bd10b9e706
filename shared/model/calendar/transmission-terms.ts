/**
 * Within how many days an invoice has to be sent to the authority: OUG 120/2021, art. 10 (7). Data with their source, in the order of
 * their dates: a change of the law is a line here. The day from which days are counted is not one of them (Regulation (EEC, Euratom)
 * 1182/71, art. 3).
 */
export interface TransmissionTerm {
  /** The first issue date that it applies to, `YYYY-MM-DD`. Documents that are older than all terms have no deadline. */
  from: string;
  days: number;
  counted: 'calendar' | 'working';
  source: string;
}

export const TRANSMISSION_TERMS: readonly TransmissionTerm[] = [
  {
    // The year in which the duty for invoices to consumers was added. Invoices to firms had it before, with other exceptions: left out.
    from: '2025-01-01',
    days: 5,
    counted: 'calendar',
    source:
      'OUG 120/2021, art. 10 (7), until 31.12.2025; communication of the Ministry of Finance, September 2024: an invoice of 5 August ' +
      'is late on 11 August, whether the 10th is a working day or not (pandurul.ro 178925, portalcodulfiscal.ro 62916)',
  },
  {
    from: '2026-01-01',
    days: 5,
    counted: 'working',
    source:
      'OUG 120/2021, art. 10 (7), as changed by OUG 89/2025: 5 working days from the issue, at the latest 5 working days from the last ' +
      'day for issuing of Codul fiscal, art. 319 (16); the same for consumers (startupcafe.ro 92928 of 15.01.2026, capital.ro of 16.01.2026)',
  },
];
