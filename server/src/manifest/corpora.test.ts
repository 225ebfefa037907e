import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeCorpora } from '../../../test/corpora.ts';
import type { JsonObject } from '../model/value.ts';
import { parseFile } from '../syntax/index.ts';
import { createToolset, type Manifest, readManifest, schemaFindings } from './index.ts';

const load = (path: string): Manifest => {
  const text = readFileSync(path, 'utf8');
  const file = parseFile(text, /^\{.*\}\n\{/.test(text) ? 'jsonl' : 'json');
  return readManifest({ uri: path, documents: file.documents.map(({ frame }) => frame.tree) });
};

const jsonFiles = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.endsWith('.json') && !name.includes('tasks'));

const summary = (folder: string): Record<string, string> =>
  Object.fromEntries(
    jsonFiles(folder).map((name) => {
      const { dialect, tools } = load(join(folder, name));
      return [name, `${dialect} ${tools.length} ${tools[0]?.name}…${tools.at(-1)?.name}`];
    }),
  );

/** What of a manifest keeps a tool's arguments from being checked, by tool and code. */
const explained = (manifest: Manifest): string[] =>
  [...manifest.problems, ...schemaFindings(manifest)]
    .filter(({ code }) => code === 'schema-invalid')
    .map(({ message }) => message);

const compiles = (folder: string, name: string) =>
  it(`${name}: every schema compiles, or a finding says why not`, () => {
    const manifest = load(join(folder, name));
    const toolset = createToolset([{ manifest }], new Map(), true);
    const reasons = explained(manifest);
    const silent = manifest.tools.filter((tool) => {
      const fails =
        toolset.schema(tool.name)?.accepts({}) === undefined ||
        toolset.schema(tool.name)?.accepts({}) === null ||
        toolset.outputSchema(tool.name)?.accepts({}) === null;
      return fails && !reasons.some((reason) => reason.startsWith(`${tool.name}:`));
    });
    expect(silent.map(({ name: tool }) => tool)).toEqual([]);
  });

describeCorpora('captured MCP servers', 'manifests', (folder) => {
  it('all load', () => {
    expect(summary(folder)).toMatchInlineSnapshot(`
      {
        "antv__mcp-server-chart.json": "mcp 27 generate_area_chart…generate_spreadsheet",
        "brave__brave-search-mcp-server.json": "mcp 8 brave_web_search…brave_place_search",
        "context7.2026-07-28.json": "mcp 2 resolve-library-id…query-docs",
        "elastic__mcp-server-elasticsearch.json": "mcp 4 list_indices…get_shards",
        "executeautomation__playwright-mcp-server.json": "mcp 33 start_codegen_session…playwright_click_and_switch_tab",
        "figma-developer-mcp.json": "mcp 2 get_figma_data…download_figma_images",
        "mcp-server-code-runner.json": "mcp 1 run-code…run-code",
        "modelcontextprotocol__server-brave-search.json": "mcp 2 brave_web_search…brave_local_search",
        "modelcontextprotocol__server-budget-allocator.json": "mcp 1 get-budget-data…get-budget-data",
        "modelcontextprotocol__server-everything.json": "mcp 13 echo…simulate-research-query",
        "modelcontextprotocol__server-filesystem.json": "mcp 14 read_file…list_allowed_directories",
        "modelcontextprotocol__server-github.json": "mcp 26 create_or_update_file…get_pull_request_reviews",
        "modelcontextprotocol__server-gitlab.json": "mcp 9 create_or_update_file…create_branch",
        "modelcontextprotocol__server-google-maps.json": "mcp 7 maps_geocode…maps_directions",
        "modelcontextprotocol__server-map.json": "mcp 2 show-map…geocode",
        "modelcontextprotocol__server-memory.json": "mcp 9 create_entities…open_nodes",
        "modelcontextprotocol__server-pdf.json": "mcp 9 list_pdfs…save_pdf",
        "modelcontextprotocol__server-postgres.json": "mcp 1 query…query",
        "modelcontextprotocol__server-puppeteer.json": "mcp 7 puppeteer_navigate…puppeteer_evaluate",
        "modelcontextprotocol__server-sequential-thinking.json": "mcp 1 sequentialthinking…sequentialthinking",
        "modelcontextprotocol__server-slack.json": "mcp 8 slack_list_channels…slack_get_user_profile",
        "modelcontextprotocol__server-system-monitor.json": "mcp 2 get-system-info…poll-system-stats",
        "n8n-mcp.json": "mcp 28 tools_documentation…n8n_list_catalog",
        "playwright__mcp.json": "mcp 50 browser_close…browser_wait_for",
        "tavily-mcp.json": "mcp 5 tavily_search…tavily_research",
        "upstash__context7-mcp.json": "mcp 2 resolve-library-id…query-docs",
        "zereight__mcp-gitlab.json": "mcp 201 merge_merge_request…discover_tools",
      }
    `);
  });

  it('hide no tool behind those without a usable schema', () => {
    const manifest = load(join(folder, 'modelcontextprotocol__server-gitlab.json'));
    expect(manifest.tools).toHaveLength(9);
    expect(manifest.problems).toHaveLength(9);
    expect(new Set(manifest.problems.map(({ code, severity }) => `${code} ${severity}`))).toEqual(
      new Set(['schema-invalid error']),
    );
    const [problem] = manifest.problems;
    const { tree, start, end } = problem!.place;
    expect(tree.text.slice(start, end)).toBe('"create_or_update_file"');
  });

  it('have no other broken schema, and few words that say nothing', () => {
    const findings = jsonFiles(folder).flatMap((name) => {
      const manifest = load(join(folder, name));
      const others = name.includes('server-gitlab') ? [] : manifest.problems;
      return [...others, ...schemaFindings(manifest)].map(
        ({ code, message }) => `${name} ${code} ${message}`,
      );
    });
    expect(findings).toEqual([]);
  });

  it('keep to their own defaults, so that a default is never a false alarm', () => {
    const refused = jsonFiles(folder).flatMap((name) => {
      const manifest = load(join(folder, name));
      const toolset = createToolset([{ manifest }], new Map(), true);
      return manifest.tools.flatMap((tool) => {
        const schema = toolset.schema(tool.name);
        return (schema?.argumentNames ?? []).flatMap((argument) => {
          const value = schema?.defaultOf(argument);
          const problems = value === undefined ? [] : (schema?.check([argument], value) ?? []);
          return problems.map(({ message }) => `${tool.name}.${argument}: ${message}`);
        });
      });
    });
    expect(refused).toEqual([]);
  });

  it('mark tools as deprecated that say so', () => {
    const { tools } = load(join(folder, 'modelcontextprotocol__server-filesystem.json'));
    expect(tools.filter(({ deprecated }) => deprecated).map(({ name }) => name)).toEqual([
      'read_file',
    ]);
  });

  describe('schemas', () => {
    for (const name of jsonFiles(folder)) compiles(folder, name);
  });
});

describeCorpora('BFCL function documents', 'bfcl/multi_turn_func_doc', (folder) => {
  it('all load', () => {
    expect(summary(folder)).toMatchInlineSnapshot(`
      {
        "gorilla_file_system.json": "bfcl 18 cat…wc",
        "math_api.json": "bfcl 17 absolute_value…sum_values",
        "memory_kv.json": "bfcl 15 archival_memory_add…core_memory_retrieve_all",
        "memory_rec_sum.json": "bfcl 5 memory_append…memory_update",
        "memory_vector.json": "bfcl 12 archival_memory_add…core_memory_update",
        "message_api.json": "bfcl 10 add_contact…view_messages_sent",
        "posting_api.json": "bfcl 14 authenticate_twitter…unfollow_user",
        "ticket_api.json": "bfcl 9 close_ticket…ticket_login",
        "trading_bot.json": "bfcl 20 add_to_watchlist…withdraw_funds",
        "travel_booking.json": "bfcl 18 authenticate_travel…verify_traveler_information",
        "vehicle_control.json": "bfcl 22 activateParkingBrake…startEngine",
        "web_search.json": "bfcl 2 search_engine_query…fetch_url_content",
      }
    `);
  });
  for (const name of jsonFiles(folder)) compiles(folder, name);
});

describeCorpora('BFCL questions', 'bfcl', (folder) => {
  it('bring their tools', () => {
    expect(summary(folder)).toMatchInlineSnapshot(`
      {
        "BFCL_v4_irrelevance.json": "bfcl 240 determine_body_mass_index…get_date",
        "BFCL_v4_live_simple.json": "bfcl 258 get_user_info…answer_question",
        "BFCL_v4_multiple.json": "bfcl 557 triangle_properties.get…db_fetch_records",
        "BFCL_v4_parallel.json": "bfcl 200 spotify.play…get_current_weather",
        "BFCL_v4_simple_python.json": "bfcl 400 calculate_triangle_area…restaurant_search",
      }
    `);
  });
});

describeCorpora('tau-bench tools', 'tau-bench', (folder) => {
  it('load', () => {
    expect(summary(folder)).toMatchInlineSnapshot(`
      {
        "airline.tools.json": "openai-chat 14 book_reservation…update_reservation_passengers",
      }
    `);
  });
  compiles(folder, 'airline.tools.json');
});

describeCorpora('what an agent really sent', 'tau-bench', (folder) => {
  it('satisfies the schemas, as a whole and argument by argument', () => {
    const manifest = load(join(folder, 'airline.tools.json'));
    const toolset = createToolset([{ manifest }], new Map(), true);
    const file = readFileSync(join(folder, 'gpt-4o-airline.tasks-0-24.json'), 'utf8');
    const calls = (JSON.parse(file) as { traj: { tool_calls?: Call[] | null }[] }[])
      .flatMap(({ traj }) => traj)
      .flatMap((message) => message.tool_calls ?? []);
    expect(calls).toHaveLength(621);
    for (const { function: called } of calls) {
      const schema = toolset.schema(called.name);
      const args = JSON.parse(called.arguments) as JsonObject;
      expect(schema?.accepts(args)).toBe(true);
      for (const [name, value] of Object.entries(args))
        expect(schema?.check([name], value)).toEqual([]);
    }
  });
});

interface Call {
  readonly function: { readonly name: string; readonly arguments: string };
}

describeCorpora('examples of the MCP specification', 'mcp-spec', (folder) => {
  for (const kind of ['Tool', 'ListToolsResult', 'ListToolsResultResponse']) {
    it(`${kind} loads`, () => {
      for (const name of jsonFiles(join(folder, kind))) {
        const manifest = load(join(folder, kind, name));
        expect([name, manifest.dialect, manifest.tools.length]).toEqual([name, 'mcp', 1]);
        expect([...manifest.problems, ...schemaFindings(manifest)]).toEqual([]);
      }
    });
  }
});

describeCorpora('tools of a coding agent', 'traces/claude_code', (folder) => {
  it('load', () => {
    const { dialect, tools } = load(join(folder, 'agent-schemas_tools_2.1.144.json'));
    expect([dialect, tools.length, tools[0]?.name]).toMatchInlineSnapshot(`
      [
        "anthropic",
        47,
        "Agent",
      ]
    `);
  });
});
