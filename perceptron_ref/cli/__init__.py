"""The command line: it reads arguments and data, lets other packages compute, prints the results.

main.py             parses the arguments, and calls `run` of a module of commands/
commands/           the commands, one module each
options.py          the options of several commands, and the parser
requests.py         the typed values that `run` makes of the options
input_data.py       reads the examples; standard_input.py opens standard input for them
strategy_choice.py  finds strategies, and makes their run plans
run_plan.py         runs a plan; untrusted_run.py runs it in a child process
progress.py         the progress of a command, its time limit, and Ctrl-C
report.py           prints the result; lengths.py has a part of it
separability.py     decides whether a line separates the data, and prints the answer
output_files.py     writes the files that options name
problems.py         messages about runs that did not converge, and the exit status of --require
terminal.py         writes to the terminal
hints.py            explains wrong arguments
words.py            the text of `help words`
template/           the files that `new-strategy` writes
"""
