import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeCorpora } from '../../../../test/corpora.ts';
import type { Json } from '../../model/value.ts';
import { readTrace } from '../../trace/index.ts';
import { type Captured, capture } from './capture.ts';
import { isLeftOut } from './choose.ts';
import { scoreGolden, toolsetOf } from './testing.ts';

describeCorpora('captured traces of every dialect', 'traces', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(jsonl?|txt)$/.test(name))
    .sort();
  const all = files.flatMap((file) => {
    const { runs } = readTrace(readFileSync(join(folder, file), 'utf8'));
    return runs
      .filter(({ calls }) => calls.some((call) => !isLeftOut(call)))
      .map((run) => ({ file, run, runs }));
  });

  it('are many', () => {
    expect(all).toHaveLength(29);
    expect(new Set(all.map(({ file }) => file.split('/')[0])).size).toBe(10);
  });

  it('are passed by their own runs', () => {
    const toolset = toolsetOf();
    const failed = all.flatMap(({ file, run, runs }) => {
      const captured = capture(runs, { trace: file, stem: 'it', runs: [run.runId], domains: [] });
      if (typeof captured === 'string') return [`${file} ${run.runId}: ${captured}`];
      const { verdict, findings } = scoreGolden(captured.text, run, toolset);
      const why = findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
      return verdict === 'pass' ? [] : [`${file} ${run.runId}: ${why.join(', ')}`];
    });
    expect(failed).toEqual([]);
  });
});

describeCorpora('the arguments of the passing airline runs', 'tau-bench', (folder) => {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const { runs } = readTrace(read('gpt-4o-airline.tasks-0-24.json'), { errorPattern: '^Error' });
  const toolset = toolsetOf(read('airline.tools.json'));
  const passing = runs.filter(({ meta }) => meta?.reward === 1);
  const captured = passing.flatMap((run) => {
    const options = { trace: 'a', stem: 'a', runs: [run.runId], toolset, domains: [] };
    const made = capture(runs, { ...options, kind: 'golden' });
    return typeof made === 'string' ? [] : [{ run, made }];
  });
  const kept = (run: (typeof runs)[number]) => run.calls.filter((call) => !isLeftOut(call));

  /** A proposal in words: where, the value, and where it comes from. */
  function describeAll({ run, made }: { run: (typeof runs)[number]; made: Captured }): string[] {
    const calls = kept(run);
    return made.proposals.map(({ call, place, producer, path }) => {
      const value = place.reduce<Json>(
        (part, key) => (part as Record<string, Json>)[key]!,
        calls[call]!.arguments!,
      );
      const place_ = `${run.runId} ${call} ${calls[call]!.name}.${place.join('.')}`;
      return `${place_} = ${value} <- ${producer} ${calls[producer]!.name} ${path}`;
    });
  }

  it('come from earlier calls in 92 of 238, as docs/capture.md says', () => {
    const total = captured.flatMap(({ run }) =>
      kept(run).flatMap((call) => Object.keys(call.arguments ?? {})),
    );
    const proposals = captured.flatMap(({ run, made }) =>
      made.proposals.map(({ call, place }) => ({ run, call, place })),
    );
    const args = new Set(
      proposals.map(({ run, call, place }) => `${run.runId} ${call} ${place[0]}`),
    );
    const places: Record<string, number> = {};
    for (const { place } of proposals) {
      const name = place.filter((key) => typeof key === 'string').join('.');
      places[name] = (places[name] ?? 0) + 1;
    }
    expect([total.length, args.size, proposals.length]).toEqual([238, 92, 137]);
    expect(places).toEqual({
      reservation_id: 33,
      'flights.date': 28,
      'flights.flight_number': 24,
      payment_id: 13,
      date: 11,
      origin: 10,
      destination: 9,
      'flights.origin': 2,
      'flights.destination': 2,
      'passengers.dob': 2,
      'payment_methods.payment_id': 2,
      'payment_methods.amount': 1,
    });
  });

  it('name the call and the path in twenty places that were held against the conversation', () => {
    expect(captured.flatMap(describeAll)).toEqual(
      expect.arrayContaining([
        '1-1 1 get_reservation_details.reservation_id = Z7GOZK <- 0 get_user_details $.reservations[0]',
        '1-1 3 get_reservation_details.reservation_id = THY2DG <- 0 get_user_details $.reservations[2]',
        '1-1 4 cancel_reservation.reservation_id = Z7GOZK <- 1 get_reservation_details $.reservation_id',
        '6-0 5 update_reservation_flights.flights.0.flight_number = HAT110 <- 2 search_onestop_flight $[0][0].flight_number',
        '6-0 5 update_reservation_flights.flights.1.flight_number = HAT172 <- 2 search_onestop_flight $[1][1].flight_number',
        '6-0 5 update_reservation_flights.payment_id = gift_card_8887175 <- 1 get_reservation_details $.payment_history[0].payment_id',
        '11-0 8 book_reservation.flights.0.flight_number = HAT097 <- 1 get_reservation_details $.flights[0].flight_number',
        '11-0 8 book_reservation.flights.1.flight_number = HAT251 <- 1 get_reservation_details $.flights[1].flight_number',
        '11-0 8 book_reservation.passengers.0.dob = 1986-03-14 <- 0 get_user_details $.saved_passengers[0].dob',
        '11-0 8 book_reservation.payment_methods.0.payment_id = gift_card_8516878 <- 1 get_reservation_details $.payment_history[0].payment_id',
        '11-0 8 book_reservation.payment_methods.0.amount = 128 <- 0 get_user_details $.payment_methods.gift_card_8516878.amount',
        '11-0 8 book_reservation.payment_methods.1.payment_id = credit_card_3563913 <- 0 get_user_details $.payment_methods.credit_card_3563913.id',
        '2-2 7 update_reservation_flights.reservation_id = JG7FMM <- 1 get_reservation_details $.reservation_id',
        '2-2 7 update_reservation_flights.flights.0.flight_number = HAT028 <- 1 get_reservation_details $.flights[0].flight_number',
        '2-2 8 update_reservation_flights.flights.3.flight_number = HAT148 <- 3 get_reservation_details $.flights[3].flight_number',
        '2-2 8 update_reservation_flights.payment_id = gift_card_3481935 <- 3 get_reservation_details $.payment_history[0].payment_id',
        '2-2 11 update_reservation_flights.payment_id = credit_card_9525117 <- 6 get_reservation_details $.payment_history[0].payment_id',
        '5-1 5 update_reservation_baggages.payment_id = gift_card_8190333 <- 4 update_reservation_flights $.payment_history[0].payment_id',
        '16-3 9 get_reservation_details.reservation_id = M61CQM <- 0 get_user_details $.reservations[8]',
        '20-0 2 update_reservation_flights.flights.1.flight_number = HAT112 <- 0 get_reservation_details $.flights[2].flight_number',
      ]),
    );
  });

  it('need no word of the user: none of their values was said', () => {
    for (const { run, made } of captured) {
      const said = run.messages
        .filter(({ role }) => role === 'user')
        .map(({ content }) => content.toLowerCase());
      for (const line of describeAll({ run, made })) {
        const value = line.slice(line.indexOf(' = ') + 3, line.indexOf(' <- ')).toLowerCase();
        expect(said.some((text) => text.split(/[^a-z0-9_-]+/).includes(value))).toBe(false);
      }
    }
  });
});
