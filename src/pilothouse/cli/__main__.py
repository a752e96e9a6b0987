from pilothouse.cli.main import main

main()
