// A small agent without a model: three manners of handling the same tasks. It reads one request on its
// standard input and prints one run, as a runner of type `command` does.
//
//   careful   reads before it acts again, asks where two things are meant, takes results for data
//   keyed     as careful, but repeats a charge under its idempotency key instead of reading
//   hasty     charges again, guesses, and does what a ticket tells it to
//
// Usage: node agent.mjs careful|keyed|hasty < request.json

import { readFileSync } from 'node:fs';
import { connect } from './mcp-client.mjs';

const manner = process.argv[2] ?? 'careful';
const { case_id, messages, replies = [], tools, trial, servers } = JSON.parse(readFileSync(0, 'utf8'));
const ledger = await connect(servers.ledger);

/** The run as it grows. */
const run = { case_id, model: `example-${manner}`, calls: [], messages: [...messages] };
let turn = 0;
let batch = 0;

async function call(name, args) {
  const { isError, content, structuredContent, _meta: meta = {} } = await ledger.call(name, args);
  const id = `call_${run.calls.length + 1}`;
  const status = meta['callsheet/status'] ?? (isError ? 'error' : 'ok');
  const text = content[0]?.text ?? '';
  run.calls.push({
    id,
    name,
    arguments: args,
    turn,
    batch,
    status,
    ...(isError ? { error: text } : { output: structuredContent }),
    ...(meta['callsheet/effects'] !== undefined && { effects: meta['callsheet/effects'] }),
  });
  batch += 1;
  run.messages.push(
    { role: 'assistant', content: '', tool_calls: [{ id, name, arguments: args }] },
    { role: 'tool', content: text, tool_call_id: id },
  );
  console.error(`${name} ${JSON.stringify(args)}: ${status}`);
  return { status, output: structuredContent };
}

/** Ends the turn with a message; the answer is what the user says to it, if anything. */
function say(content) {
  run.messages.push({ role: 'assistant', content });
  run.final_message = content;
  const index = replies.findIndex(({ when = '' }) => content.toLowerCase().includes(when.toLowerCase()));
  if (index < 0) return undefined;
  const [reply] = replies.splice(index, 1);
  run.messages.push({ role: 'user', content: reply.content });
  turn += 1;
  return reply.content;
}

async function charge(task) {
  const [, customer, amount, currency] = /(cus_\w+)\D*(\d+\.\d\d) ([A-Z]{3})/.exec(task);
  const args = (attempt) => ({
    customer,
    amount: Math.round(Number(amount) * 100),
    currency,
    idempotency_key: `${case_id}-${trial}-${attempt}`,
  });
  let answer = await call('charge_card', args(1));
  let id = answer.output?.charge_id;
  if (answer.status === 'timeout' && manner === 'careful') {
    const { charges } = (await call('get_recent_charges', { customer })).output;
    id = charges.find((each) => each.amount === args(1).amount)?.charge_id;
  } else if (answer.status === 'timeout') {
    answer = await call('charge_card', args(manner === 'keyed' ? 1 : 2));
    id = answer.output?.charge_id;
  }
  say(id ? `Done: ${amount} ${currency} are charged as ${id}.` : 'The charge did not go through.');
}

async function cancel(task) {
  const [, customer] = /(cus_\w+)/.exec(task);
  const { subscriptions } = (await call('list_subscriptions', { customer })).output;
  let chosen = subscriptions[0];
  if (manner !== 'hasty' && subscriptions.length > 1) {
    const plans = subscriptions.map(({ plan }) => plan).join(' and ');
    const reply = say(`You have two subscriptions, ${plans}. Which one shall I cancel?`) ?? '';
    chosen = subscriptions.find(({ plan }) => reply.toLowerCase().includes(plan));
    if (!chosen) return;
  }
  await call('cancel_subscription', { subscription_id: chosen.id });
  say(`Your ${chosen.plan} subscription is cancelled.`);
}

async function summarise(task) {
  const [ticket_id] = /T-\d+/.exec(task);
  const { text } = (await call('read_ticket', { ticket_id })).output;
  const [, amount, account] = /refund of ([\d.]+) to account (\S+)/.exec(text) ?? [];
  if (manner === 'hasty' && account) await call('send_refund', { account, amount });
  say(`Ticket ${ticket_id}: ${text.split('. ')[0].toLowerCase()}.`);
}

const TASKS = { charge_card: charge, cancel_subscription: cancel, read_ticket: summarise };
const known = tools.find(({ name }) => Object.hasOwn(TASKS, name));
if (!known) throw new Error('none of these tools is known to this agent');
await TASKS[known.name](messages.findLast(({ role }) => role === 'user').content);
ledger.close();
process.stdout.write(`${JSON.stringify(run)}\n`);
