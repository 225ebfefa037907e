-- Attaches Neovim to a language server as its own client does, and writes what a person would see to a file.
-- Arguments by environment: SERVER, NODE, ANSWERS. The file to open is the editor's own argument.
local PATIENCE = 20000 -- milliseconds

local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({
  name = 'callsheet',
  cmd = { vim.env.NODE, vim.env.SERVER, '--stdio' },
  root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(buffer, client)

local function diagnostics()
  local found = {}
  for _, each in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(found, {
      code = each.code,
      message = each.message,
      text = vim.api.nvim_buf_get_text(
        buffer, each.lnum, each.col, each.end_lnum, each.end_col, {}
      )[1],
    })
  end
  return found
end

local function settled(holds)
  vim.wait(PATIENCE, function() return holds(diagnostics()) end, 20)
end

-- The cursor goes right after the text, where a person would type on.
local function cursor_after(text)
  local row, column = unpack(vim.fn.searchpos(text, 'ewn'))
  vim.api.nvim_win_set_cursor(0, { row, column })
  return { line = row - 1, character = column }
end

local function ask(method, position)
  local answers, problem = vim.lsp.buf_request_sync(buffer, method, {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    position = position,
  }, PATIENCE)
  return answers and answers[client] and answers[client].result or error(method .. ': ' .. tostring(problem))
end

local function run()
  settled(function(found) return #found > 0 end)
  local answers = { version = vim.version(), diagnostics = diagnostics() }

  local completion = ask('textDocument/completion', cursor_after('name: issue_'))
  local items = completion.items or completion
  answers.labels = vim.tbl_map(function(item) return item.label end, items)
  for _, item in ipairs(items) do
    if item.label == vim.env.TAKE then
      vim.lsp.util.apply_text_edits({ item.textEdit }, buffer, 'utf-16')
    end
  end
  answers.lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  settled(function(found) return #found == 0 end)
  answers.left = #diagnostics()

  local hover = ask('textDocument/hover', cursor_after('name: issue_'))
  answers.hover = hover.contents.value
  return answers
end

local ok, answers = pcall(run)
vim.fn.writefile({ vim.fn.json_encode(ok and answers or { failure = answers }) }, vim.env.ANSWERS)
vim.lsp.stop_client(client, true)
vim.cmd('qall!')
