import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeCorpora } from '../../../test/corpora.ts';
import type { EmittedCall } from '../model/run.ts';
import { readTrace } from './index.ts';

const read = (path: string, errorPattern?: string) =>
  readTrace(readFileSync(path, 'utf8'), errorPattern === undefined ? {} : { errorPattern });

const show = ({ name, turn, batch, status }: EmittedCall): string =>
  `${name} ${turn ?? '-'}/${batch} ${status ?? 'unanswered'}`;

describeCorpora('recorded traces', 'traces', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:json|jsonl|txt|eval)$/.test(name) && !name.endsWith('schema.json'))
    .sort();

  it('are read, or a problem says why not', () => {
    const table = files.map((name) => {
      const { dialect, runs, problems } = read(join(folder, name));
      const calls = runs.map((run) => run.calls.map(show).join(', '));
      return [name, dialect, ...calls, ...problems.map(({ message }) => `! ${message}`)].join(
        '\n  ',
      );
    });
    expect(table.join('\n')).toMatchInlineSnapshot(`
      "anthropic/tool_use_response.sse.txt
        anthropic
        get_weather -/0 unanswered
      claude_code/agent-schemas_tools_2.1.144.json
        unknown
        ! no dialect of a trace has this shape
      claude_code/sample_session.json
        claude-code
        Write 0/0 ok, Bash 0/1 ok, TodoWrite 0/2 ok, Bash 0/3 ok, Bash 0/4 ok, Glob 1/5 ok, Edit 1/6 ok, Grep 1/7 ok, Bash 2/8 error, Edit 3/10 ok, Bash 3/11 ok, Edit 4/13 ok
      claude_code/sample_session.jsonl
        claude-code
        Write 0/0 ok, Bash 0/1 ok
      codex/rollout_synthetic.jsonl
        codex
        exec_command 0/0 ok
      gemini_adk/adk-samples_customer-service_123.session.json
        gemini
        modify_cart 5/5 ok, access_cart_information 5/6 ok, check_product_availability 5/7 ok, access_cart_information 10/13 ok, modify_cart 10/14 ok, access_cart_information 10/15 ok
      gemini_adk/tests_integration_fixture_context_update_test_successful_test.session.json
        gemini
        update_fc 1/1 ok
      gemini_adk/tests_integration_fixture_flow_complex_spark_sample.session.json
        gemini
        transfer_to_other_agent 0/0 ok, transfer_to_other_agent 0/5 ok
      gemini_adk/tests_integration_fixture_trip_planner_agent_initial.session.json
        gemini
        
      inspect/2025-05-12T20-28-26-04-00_security-guide.json
        inspect
        
        
        
      inspect/log_formats.eval
        unknown
        ! is a zip archive: a log of Inspect can be read once it is converted to JSON (inspect log convert --to json)
      inspect/log_formats.json
        inspect
        
      inspect/log_message_deduplication.eval
        unknown
        ! is a zip archive: a log of Inspect can be read once it is converted to JSON (inspect log convert --to json)
      inspect/log_read_sample.eval
        unknown
        ! is a zip archive: a log of Inspect can be read once it is converted to JSON (inspect log convert --to json)
      inspect/log_read_sample.json
        inspect
        
      inspect/log_tool_call_error.json
        inspect
        bash -/0 error, bash -/1 timeout, bash -/2 error, bash -/3 error, bash -/4 error, bash -/5 error, bash -/6 error, bash -/7 error, bash -/8 denied, bash -/9 error, bash -/10 error
      inspect/parallel_spans.json
        inspect
        ! sample 1 holds no messages
      langchain/lc_serialized.json
        langchain
        get_weather 0/0 ok
      langchain/stored_messages.json
        langchain
        get_weather 0/0 ok
      langchain/to_dict.json
        langchain
        get_weather 0/0 ok
      mcp_jsonrpc/everything.jsonl
        mcp
        echo -/0 ok, get-sum -/1 ok, get-sum -/2 error, get-structured-content -/3 ok, get-annotated-message -/4 ok, get-resource-links -/5 ok, get-tiny-image -/6 ok, no_such_tool -/7 error
      mcp_jsonrpc/filesystem.jsonl
        mcp
        list_allowed_directories -/0 ok, read_text_file -/1 ok, read_text_file -/2 error, write_file -/3 ok, edit_file -/4 ok, read_text_file -/5 error
      mcp_jsonrpc/memory.jsonl
        mcp
        create_entities -/0 ok, search_nodes -/1 ok, open_nodes -/2 ok, delete_entities -/3 ok
      mcp_jsonrpc/sdk_v2_auto.jsonl
        mcp
        get_weather -/0 ok, get_weather -/1 error, list_cities -/2 ok, fail -/3 error, nope -/4 error
      mcp_jsonrpc/sdk_v2_legacy.jsonl
        mcp
        get_weather -/0 ok, get_weather -/1 error, list_cities -/2 ok, fail -/3 error, nope -/4 error
      openai/openapi_chat_functions_request.json
        openai-chat
        ! it holds a request to an agent, and no answer
      openai/openapi_chat_functions_response.json
        openai-chat
        get_current_weather -/0 unanswered
      openai/openapi_responses_functions_request.json
        unknown
        ! no dialect of a trace has this shape
      openai/openapi_responses_functions_response.json
        openai-responses
        get_current_weather -/0 unanswered
      openai/tau_airline_chat_fail.json
        openai-chat
        get_user_details 1/1 ok, get_reservation_details 1/2 ok, cancel_reservation 2/4 ok
      openai/tau_airline_chat_pass.json
        openai-chat
        get_user_details 1/1 ok, get_reservation_details 1/2 ok, transfer_to_human_agents 3/5 ok
      openinference/openinference_client_span_input_output_only.json
        openinference
        get_weather 0/0 ok
      openinference/openinference_client_span_tool_calls.json
        openinference
        get_weather 0/0 ok
      openinference/otel_genai_client_span_tool_calls.json
        otel-genai
        get_weather 0/0 ok
      openinference/otel_genai_deprecated_client_span_tool_calls.json
        otel-genai
        get_weather 0/0 ok
      openinference/otel_genai_tool_execution_span.json
        otel-genai
        get_weather -/0 ok
      otel_genai/input_messages_example.json
        otel-genai
        get_weather 0/0 ok
      otel_genai/otel_genai_client_span_tool_calls.json
        otel-genai
        get_weather 0/0 ok
      otel_genai/otel_genai_deprecated_client_span_tool_calls.json
        otel-genai
        get_weather 0/0 ok
      otel_genai/otel_genai_tool_execution_span.json
        otel-genai
        get_weather -/0 ok"
    `);
  });

  it('keep arguments, outputs and errors', () => {
    const calls = (name: string) => read(join(folder, name)).runs[0]?.calls ?? [];
    expect(calls('anthropic/tool_use_response.sse.txt')).toEqual([
      {
        id: 'toolu_01NRLabsLyVHZPKxbKvkfSMn',
        name: 'get_weather',
        arguments: { location: 'Paris' },
        batch: 0,
      },
    ]);
    expect(calls('codex/rollout_synthetic.jsonl')).toEqual([
      {
        id: 'call-1',
        name: 'exec_command',
        arguments: { cmd: 'date' },
        turn: 0,
        batch: 0,
        status: 'ok',
        output: 'ok',
        latencyMs: 348,
      },
    ]);
    expect(calls('mcp_jsonrpc/sdk_v2_auto.jsonl').map(({ error }) => error)).toEqual([
      undefined,
      'Input validation error: Invalid arguments for tool get_weather: city: Invalid input: expected string, received number',
      undefined,
      'boom',
      { code: -32602, message: 'Tool nope not found' },
    ]);
    expect(calls('inspect/log_tool_call_error.json')[1]).toEqual({
      id: 'bash_2',
      name: 'bash',
      argumentsUnknown: true,
      batch: 1,
      status: 'timeout',
      output: '...',
      error: '...',
    });
    expect(calls('otel_genai/otel_genai_tool_execution_span.json')).toEqual([
      {
        id: '1234',
        name: 'get_weather',
        arguments: { city: 'New York' },
        batch: 0,
        status: 'ok',
        output: expect.objectContaining({ status: 'success' }),
      },
    ]);
    for (const form of ['lc_serialized', 'stored_messages', 'to_dict']) {
      expect(calls(`langchain/${form}.json`)).toEqual([
        {
          id: 'call_1',
          name: 'get_weather',
          arguments: { city: 'San Francisco' },
          turn: 0,
          batch: 0,
          status: 'ok',
          output: "It's 80 degrees",
        },
      ]);
    }
  });

  it('break off anywhere without harm', () => {
    for (const name of files) {
      const text = readFileSync(join(folder, name), 'utf8');
      for (let i = 1; i < 12; i++) readTrace(text.slice(0, Math.floor((text.length * i) / 12)));
    }
  });
});

describeCorpora('tau-bench results', 'tau-bench/gpt-4o-airline.tasks-0-24.json', (path) => {
  it('are 100 runs whose ids repeat', () => {
    const { dialect, runs, problems } = read(path, '^Error');
    expect([dialect, runs.length, problems]).toEqual(['tau-bench', 100, []]);
    expect(new Set(runs.map(({ runId }) => runId)).size).toBe(100);
    expect(new Set(runs.map(({ caseId }) => caseId)).size).toBe(25);
    const calls = runs.flatMap((run) => run.calls);
    expect(calls).toHaveLength(621);
    const repeated = runs.flatMap(
      (run) => run.calls.length - new Set(run.calls.map(({ id }) => id)).size,
    );
    expect(repeated.reduce((a, b) => a + b, 0)).toBe(40);
    const batches = runs.flatMap((run) => new Set(run.calls.map(({ batch }) => batch)).size);
    expect(batches.reduce((a, b) => a + b, 0)).toBe(621);
  });

  it('pair every result, also where ids repeat', () => {
    const { runs } = read(path, '^Error');
    const calls = runs.flatMap((run) => run.calls);
    expect(calls.filter(({ status }) => status === undefined)).toHaveLength(0);
    const messages = runs.flatMap((run) => run.messages);
    const outputs = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
    expect(calls.map(({ output }) => output)).toEqual(outputs);
    expect(calls.filter(({ status }) => status === 'error')).toHaveLength(
      outputs.filter((output) => output.startsWith('Error')).length,
    );
  });
});

describeCorpora('BFCL model outputs', 'bfcl/ast_verdicts.jsonl', (path) => {
  it('are one run a line', () => {
    const { dialect, runs, problems } = read(path);
    expect([dialect, runs.length, problems]).toEqual(['bfcl', 8661, []]);
    expect(runs[0]).toEqual({
      runId: '1',
      caseId: 'simple_python_0',
      calls: [
        {
          name: 'calculate_triangle_area',
          arguments: { base: 10, height: 5, unit: 'units' },
          batch: 0,
        },
      ],
      messages: [],
    });
  });
});

describeCorpora('messages of the MCP specification', 'mcp-spec', (folder) => {
  it('hold a call', () => {
    const { dialect, runs } = read(join(folder, 'CallToolRequest/call-tool-request.json'));
    expect([dialect, runs[0]?.calls.map(show)]).toEqual(['mcp', ['get_weather -/0 unanswered']]);
  });
});
